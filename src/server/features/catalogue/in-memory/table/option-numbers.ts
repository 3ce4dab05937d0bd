import type { OptionCondition, OptionValue } from '#domain/catalogue/option-values.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { addCount, mostFrequent } from '../../indexing/most-frequent.ts';
import { optionValueKey } from '../../indexing/option-spellings.ts';
import type { CatalogueFacets } from '../../search-engine.ts';
import { Numbering } from './numbering.ts';
import { Spellings } from './spellings.ts';

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

interface CountedOption {
  /** How many values of products use each spelling. */
  readonly names: Map<string, number>;
  readonly values: OptionFacet['values'][number][];
}

/** Numbers the options of variants, the spellings of their values, and the sets of values of one option that products have. */
export class OptionNumbers {
  readonly #options = new Numbering<string, string>();
  readonly #values = new Spellings<OptionValue>((one, other) => one.label === other.label && one.name === other.name);
  /** Option number by value number. */
  readonly #optionOf: number[] = [];
  /** There are far fewer sets than products. */
  readonly #sets = new Numbering<string, readonly number[]>();

  constructor() {
    this.#sets.add('', []);
  }

  /** Each spelling of a value has a number. */
  get valueCount(): number {
    return this.#values.size;
  }

  get setCount(): number {
    return this.#sets.size;
  }

  addValue(value: OptionValue): number {
    const number = this.#values.add(optionValueKey(value.option, value.value), value);
    this.#optionOf[number] ??= this.#options.add(value.option, value.option);
    return number;
  }

  /** The same for all spellings of a value. */
  nameOf(value: number): number {
    return this.#values.nameOf(value);
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
    const values = this.#values.all().filter((value) => value.option === option && isWanted(value.value));
    return [...new Set(values.map(({ value }) => value))];
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
        for (const number of this.#values.numbersOf(optionValueKey(key, value)))
          byValue[number] = (byValue[number] as number) | bit;
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

  /**
   * Options and values are spelled as most of the counted products spell them.
   * @param counts products by value number
   * @param countAll the same of all products: where none is counted, the first spelling that one has in the order of characters is shown
   */
  facetsOf(counts: Int32Array, conditions: readonly OptionCondition[], countAll: () => Int32Array): OptionFacet[] {
    // A chosen value stays visible, even if no product has it.
    const chosen = new Set(
      conditions.flatMap(({ key, values }) =>
        values.flatMap((value) => this.#values.numbersOf(optionValueKey(key, value)).slice(0, 1)),
      ),
    );
    const facets = new Map<number, CountedOption>();
    for (const spellings of this.#values.names()) {
      const [first = 0] = spellings;
      const count = sumOf(spellings, counts);
      if (count === 0 && !chosen.has(first)) continue;
      const option = this.optionOf(first);
      const facet: CountedOption = facets.get(option) ?? { names: new Map(), values: [] };
      facets.set(option, facet);
      const labels = new Map<string, number>();
      for (const number of this.#used(spellings, count > 0 ? () => counts : countAll)) {
        const { name, label } = this.#values.spelling(number);
        addCount(labels, label, counts[number] as number);
        addCount(facet.names, name, counts[number] as number);
      }
      facet.values.push({ value: this.#values.spelling(first).value, label: mostFrequent(labels), count });
    }
    return [...facets].map(([number, { names, values }]) => ({
      key: this.#options.thing(number) ?? '',
      label: mostFrequent(names),
      values,
    }));
  }

  *save(to: SnapshotWriter): Generator<void> {
    to.json(this.#values.all());
    yield* to.texts(this.#sets.keys());
  }

  *load(from: SnapshotReader): Generator<void> {
    for (const value of from.json() as OptionValue[]) this.addValue(value);
    for (const key of yield* from.texts()) this.#sets.add(key, key === '' ? [] : key.split(',').map(Number));
  }

  /** Spellings that products have, of those of a value. */
  #used(spellings: readonly number[], counts: () => Int32Array): readonly number[] {
    if (spellings.length === 1) return spellings;
    const used = spellings.filter((number) => (counts()[number] as number) > 0);
    return used.length > 0 ? used : spellings;
  }
}

const sumOf = (numbers: readonly number[], counts: Int32Array): number =>
  numbers.reduce((sum, number) => sum + (counts[number] as number), 0);
