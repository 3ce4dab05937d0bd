import { type OptionCondition, type OptionValue, optionValuesOf } from '#domain/option-values.ts';
import type { CatalogueFacets } from '../search-engine.ts';
import { Numbering } from './numbering.ts';
import type { Range } from './range.ts';
import type { SearchedVariant } from './variant-keys.ts';

type OptionFacet = CatalogueFacets['options'][number];

/** One bit each. */
const MAX_CONDITIONS = 30;
/** How well a product meets conditions: no variant does, one does, one in stock does. */
export const NO_VARIANT = 0;
const OUT_OF_STOCK = 1;
export const IN_STOCK = 2;

/** Compact when this many numbers are unused, and half of all are. */
const WORTH_COMPACTING = 65_536;
const INITIAL_SIZE = 1024;

/**
 * A product's variants are one block of numbers: how many different values they have and these values, then for each
 * variant its id, 1 if it is in stock, how many values it has, and these.
 */
const VARIANT_HEADER = 3;

/** Conditions as bits by value number. */
interface ConditionBits {
  readonly byValue: Int32Array;
  /** Bits of the conditions on each option. */
  readonly byOption: Int32Array;
  readonly all: number;
}

/** What an option facet is counted with. */
export interface OptionCount {
  /** Slots of products that meet all other conditions of the list. */
  readonly slots: Int32Array;
  readonly conditions: readonly OptionCondition[];
  readonly isInStock: boolean | undefined;
}

/** The options of all variants, for filters and facets. */
export class VariantColumns {
  readonly #values = new Numbering<string, OptionValue>();
  readonly #options = new Numbering<string, { readonly key: string; readonly label: string }>();
  /** Option number by value number. */
  readonly #optionOf: number[] = [];
  #starts = new Int32Array(INITIAL_SIZE);
  #lengths = new Int32Array(INITIAL_SIZE);
  #pool = new Int32Array(INITIAL_SIZE);
  #used = 0;
  #unused = 0;
  /** Scratch memory by value number. */
  #counts = new Int32Array(0);
  #seen = new Int32Array(0);
  #excluded = new Int32Array(0);

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  grow(size: number): void {
    const starts = new Int32Array(size);
    starts.set(this.#starts);
    this.#starts = starts;
    const lengths = new Int32Array(size);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }

  /** Replaces the variants of a product; all of them are out of stock until `setStock`. */
  set(slot: number, variants: readonly SearchedVariant[]): void {
    this.clear(slot);
    const numbered = variants.map(({ id, ...variant }) => ({
      id,
      values: [...new Set(optionValuesOf(variant).map((value) => this.#numberOf(value)))],
    }));
    const distinct = [...new Set(numbered.flatMap(({ values }) => values))];
    const block =
      distinct.length === 0
        ? []
        : [distinct.length, ...distinct, ...numbered.flatMap(({ id, values }) => [id, 0, values.length, ...values])];
    this.#starts[slot] = this.#append(block);
    this.#lengths[slot] = block.length;
    if (this.#unused > WORTH_COMPACTING && this.#unused * 2 > this.#used) this.#compact();
  }

  clear(slot: number): void {
    this.#unused += this.#lengths[slot] as number;
    this.#lengths[slot] = 0;
  }

  setStock(slot: number, inStock: readonly number[]): void {
    const end = this.#endOf(slot);
    for (let at = this.#variantsOf(slot); at < end; at = this.#next(at))
      this.#pool[at + 1] = inStock.includes(this.#pool[at] as number) ? 1 : 0;
  }

  /**
   * The condition that one variant meets all of these conditions; if stock is asked for as well, that variant is (or all
   * such variants are not) in stock.
   */
  rangeOf(conditions: readonly OptionCondition[], isInStock: boolean | undefined, slotCount: number): Range {
    const min = isInStock ? IN_STOCK : OUT_OF_STOCK;
    const max = isInStock === false ? OUT_OF_STOCK : IN_STOCK;
    return { column: this.statesOf(conditions, slotCount), min, width: max - min, allowed: undefined };
  }

  /** By slot: 0 if no variant meets all conditions, 1 if one does, 2 if one in stock does. */
  statesOf(conditions: readonly OptionCondition[], slotCount: number): Int32Array {
    const states = new Int32Array(slotCount);
    const { byValue, all } = this.#bitsOf(conditions);
    for (let slot = 0; slot < slotCount; slot += 1) {
      const end = this.#endOf(slot);
      let state = NO_VARIANT;
      for (let at = this.#variantsOf(slot); at < end && state < IN_STOCK; at = this.#next(at)) {
        if (this.#maskOf(at, byValue) === all)
          state = Math.max(state, this.#pool[at + 1] === 1 ? IN_STOCK : OUT_OF_STOCK);
      }
      states[slot] = state;
    }
    return states;
  }

  /** For each option, how many products have a variant with a value that meets the conditions on the other options. */
  count({ slots, conditions, isInStock }: OptionCount): OptionFacet[] {
    const size = this.#values.size;
    if (this.#counts.length < size) {
      this.#counts = new Int32Array(size * 2);
      this.#seen = new Int32Array(size * 2);
      this.#excluded = new Int32Array(size * 2);
    }
    this.#counts.fill(0, 0, size);
    if (conditions.length === 0 && isInStock === undefined) this.#countAll(slots);
    else this.#countMatching(slots, this.#bitsOf(conditions), isInStock);
    return this.#facets(conditions);
  }

  /** The values of these sizes that products have. */
  valuesWhere(option: string, isWanted: (value: string) => boolean): string[] {
    const values: string[] = [];
    for (let number = 0; number < this.#values.size; number += 1) {
      const value = this.#values.thing(number);
      if (value?.option === option && isWanted(value.value)) values.push(value.value);
    }
    return values;
  }

  #countAll(slots: Int32Array): void {
    const counts = this.#counts;
    const pool = this.#pool;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] as number;
      if (this.#lengths[slot] === 0) continue;
      const start = this.#starts[slot] as number;
      const end = start + (pool[start] as number);
      for (let at = start + 1; at <= end; at += 1) {
        const value = pool[at] as number;
        counts[value] = (counts[value] as number) + 1;
      }
    }
  }

  #countMatching(slots: Int32Array, bits: ConditionBits, isInStock: boolean | undefined): void {
    this.#seen.fill(-1);
    this.#excluded.fill(-1);
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] as number;
      // "Not in stock" means that no variant with the value is.
      if (isInStock === false) this.#visit(slot, bits, 1, (value) => (this.#excluded[value] = slot));
      this.#visit(slot, bits, isInStock === undefined ? undefined : Number(isInStock), (value) => {
        if (this.#seen[value] === slot || this.#excluded[value] === slot) return;
        this.#seen[value] = slot;
        this.#counts[value] = (this.#counts[value] as number) + 1;
      });
    }
  }

  /** Values of variants that meet all conditions but those on the value's own option. @param stock 1, 0, or any */
  #visit(
    slot: number,
    { byValue, byOption, all }: ConditionBits,
    stock: number | undefined,
    use: (value: number) => void,
  ): void {
    const pool = this.#pool;
    const end = this.#endOf(slot);
    for (let at = this.#variantsOf(slot); at < end; at = this.#next(at)) {
      if (stock !== undefined && pool[at + 1] !== stock) continue;
      const missing = all & ~this.#maskOf(at, byValue);
      const last = this.#next(at);
      for (let place = at + VARIANT_HEADER; place < last; place += 1) {
        const value = pool[place] as number;
        if ((missing & ~(byOption[this.#optionOf[value] as number] as number)) === 0) use(value);
      }
    }
  }

  #facets(conditions: readonly OptionCondition[]): OptionFacet[] {
    // What is chosen stays visible, even where no product has it.
    const chosen = new Set(
      conditions.flatMap(({ key, values }) => values.map((value) => this.#values.numberOf(keyOf(key, value)))),
    );
    const facets = new Map<number, { value: string; label: string; count: number }[]>();
    for (let number = 0; number < this.#values.size; number += 1) {
      const count = this.#counts[number] as number;
      if (count === 0 && !chosen.has(number)) continue;
      const option = this.#optionOf[number] as number;
      const { value, label } = this.#values.thing(number) as OptionValue;
      const known = facets.get(option);
      if (known) known.push({ value, label, count });
      else facets.set(option, [{ value, label, count }]);
    }
    return [...facets].map(([number, values]) => {
      const { key = '', label = '' } = this.#options.thing(number) ?? {};
      return { key, label, values };
    });
  }

  #bitsOf(conditions: readonly OptionCondition[]): ConditionBits {
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
    return { byValue, byOption, all: (1 << counted.length) - 1 };
  }

  #maskOf(at: number, byValue: Int32Array): number {
    const pool = this.#pool;
    const end = this.#next(at);
    let mask = 0;
    for (let place = at + VARIANT_HEADER; place < end; place += 1) mask |= byValue[pool[place] as number] as number;
    return mask;
  }

  /** Position of the first variant of a product. */
  #variantsOf(slot: number): number {
    const start = this.#starts[slot] as number;
    return this.#lengths[slot] === 0 ? start : start + 1 + (this.#pool[start] as number);
  }

  #endOf(slot: number): number {
    return (this.#starts[slot] as number) + (this.#lengths[slot] as number);
  }

  /** Position of the variant after the one at `at`. */
  #next(at: number): number {
    return at + VARIANT_HEADER + (this.#pool[at + 2] as number);
  }

  #numberOf(value: OptionValue): number {
    const key = keyOf(value.option, value.value);
    const known = this.#values.numberOf(key);
    if (known !== undefined) return known;
    const number = this.#values.add(key, value);
    this.#optionOf[number] = this.#options.add(value.option, { key: value.option, label: value.name });
    return number;
  }

  #append(block: readonly number[]): number {
    const start = this.#used;
    if (start + block.length > this.#pool.length) {
      const larger = new Int32Array(Math.ceil((start + block.length) * 1.5));
      larger.set(this.#pool);
      this.#pool = larger;
    }
    this.#pool.set(block, start);
    this.#used += block.length;
    return start;
  }

  #compact(): void {
    const old = this.#pool;
    this.#pool = new Int32Array(Math.ceil((this.#used - this.#unused) * 1.25));
    this.#used = 0;
    this.#unused = 0;
    for (let slot = 0; slot < this.#starts.length; slot += 1) {
      const start = this.#starts[slot] as number;
      const length = this.#lengths[slot] as number;
      this.#pool.set(old.subarray(start, start + length), this.#used);
      this.#starts[slot] = this.#used;
      this.#used += length;
    }
  }
}

const keyOf = (option: string, value: string): string => `${option}\n${value}`;
