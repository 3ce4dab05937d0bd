import type { OptionCondition, OptionValue } from '#domain/catalogue/option-values.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import type { CatalogueFacets } from '../../search-engine.ts';
import { Numbering } from './numbering.ts';

export type OptionFacet = CatalogueFacets['options'][number];

/** One bit each. */
const MAX_CONDITIONS = 30;
/** Number of the empty set of values. */
export const NO_VALUES = 0;

/** Conditions as bits by value number. */
export interface ConditionBits {
  readonly byValue: Int32Array;
  /** Bits of the conditions on each option. */
  readonly byOption: Int32Array;
  /** Bits of the conditions that any value of a set meets. */
  readonly bySet: Int32Array;
  readonly all: number;
}

/** Numbers the options of variants, their values, and the sets of values of one option that products have. */
export class OptionNumbers {
  readonly #options = new Numbering<string, { readonly key: string; readonly label: string }>();
  readonly #values = new Numbering<string, OptionValue>();
  /** Option number by value number. */
  readonly #optionOf: number[] = [];
  /** There are far fewer sets than products. */
  readonly #sets = new Numbering<string, readonly number[]>();

  constructor() {
    this.#sets.add('', []);
  }

  get valueCount(): number {
    return this.#values.size;
  }

  get setCount(): number {
    return this.#sets.size;
  }

  addValue(value: OptionValue): number {
    const key = keyOf(value.option, value.value);
    const known = this.#values.numberOf(key);
    if (known !== undefined) return known;
    const number = this.#values.add(key, value);
    this.#optionOf[number] = this.#options.add(value.option, { key: value.option, label: value.name });
    return number;
  }

  addSet(values: readonly number[]): number {
    const sorted = values.toSorted((a, b) => a - b);
    return this.#sets.add(sorted.join(), sorted);
  }

  /** Option number of a value. */
  optionOf(value: number): number {
    return this.#optionOf[value] as number;
  }

  valuesOfSet(set: number): readonly number[] {
    return this.#sets.thing(set) ?? [];
  }

  /** The values of an option that products have. */
  valuesWhere(option: string, isWanted: (value: string) => boolean): string[] {
    return this.#values
      .things()
      .filter((value) => value.option === option && isWanted(value.value))
      .map(({ value }) => value);
  }

  bitsOf(conditions: readonly OptionCondition[]): ConditionBits {
    const byValue = new Int32Array(this.#values.size);
    const byOption = new Int32Array(this.#options.size);
    const counted = conditions.slice(0, MAX_CONDITIONS);
    for (const [index, { key, values }] of counted.entries()) {
      const bit = 1 << index;
      const option = this.#options.numberOf(key);
      if (option !== undefined) byOption[option] = (byOption[option] as number) | bit;
      for (const value of values) {
        const number = this.#values.numberOf(keyOf(key, value));
        if (number !== undefined) byValue[number] = (byValue[number] as number) | bit;
      }
    }
    const bySet = new Int32Array(this.#sets.size);
    for (let set = 0; set < bySet.length; set += 1) {
      let met = 0;
      for (const value of this.valuesOfSet(set)) met |= byValue[value] as number;
      bySet[set] = met;
    }
    return { byValue, byOption, bySet, all: (1 << counted.length) - 1 };
  }

  /** @param counts products by value number */
  facetsOf(counts: Int32Array, conditions: readonly OptionCondition[]): OptionFacet[] {
    // A chosen value stays visible, even if no product has it.
    const chosen = new Set(
      conditions.flatMap(({ key, values }) => values.map((value) => this.#values.numberOf(keyOf(key, value)))),
    );
    const facets = new Map<number, { value: string; label: string; count: number }[]>();
    for (const [number, { value, label }] of this.#values.things().entries()) {
      const count = counts[number] as number;
      if (count === 0 && !chosen.has(number)) continue;
      const option = this.optionOf(number);
      const known = facets.get(option);
      if (known) known.push({ value, label, count });
      else facets.set(option, [{ value, label, count }]);
    }
    return [...facets].map(([number, values]) => {
      const { key = '', label = '' } = this.#options.thing(number) ?? {};
      return { key, label, values };
    });
  }

  *save(to: SnapshotWriter): Generator<void> {
    to.json(this.#values.things());
    yield* to.texts(this.#sets.keys());
  }

  *load(from: SnapshotReader): Generator<void> {
    for (const value of from.json() as OptionValue[]) this.addValue(value);
    for (const key of yield* from.texts()) this.#sets.add(key, key === '' ? [] : key.split(',').map(Number));
  }
}

const keyOf = (option: string, value: string): string => `${option}\n${value}`;
