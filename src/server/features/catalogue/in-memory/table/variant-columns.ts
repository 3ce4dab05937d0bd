import { type OptionCondition, type OptionValue, optionValuesOf } from '#domain/catalogue/option-values.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import type { SearchedVariant } from '../../indexing/variant-keys.ts';
import type { CatalogueFacets } from '../../search-engine.ts';
import { Numbering } from './numbering.ts';
import type { Range } from './range.ts';

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
 * A product's variants are one block of numbers: for each variant its id, 1 if it is in stock, how many values it has, and
 * these.
 */
const VARIANT_HEADER = 3;
/** Number of the empty set of values. */
const NO_VALUES = 0;

/** Conditions as bits by value number. */
interface ConditionBits {
  readonly byValue: Int32Array;
  /** Bits of the conditions on each option. */
  readonly byOption: Int32Array;
  /** What any of the values of a set meet. */
  readonly bySet: Int32Array;
  readonly all: number;
}

/** Set numbers by slot: a column for a product's first option, one for its second, and so on. */
type SetColumns = Int32Array[];

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
  /** Sets of values of one option that products have: far fewer than products. */
  readonly #sets = new Numbering<string, readonly number[]>();
  /** Of all variants, and of those in stock. */
  readonly #allSets: SetColumns = [];
  readonly #inStockSets: SetColumns = [];
  #starts = new Int32Array(INITIAL_SIZE);
  #lengths = new Int32Array(INITIAL_SIZE);
  #pool = new Int32Array(INITIAL_SIZE);
  #used = 0;
  #unused = 0;
  /** Scratch memory by value number. */
  #counts = new Int32Array(0);
  #seen = new Int32Array(0);
  #excluded = new Int32Array(0);
  #slots = new Int32Array(0);

  constructor() {
    this.#sets.add('', []);
  }

  /** By slot, the numbers of the sets of values that a product has (in stock), for `facetsOfSets`. */
  setColumns(isInStock: boolean | undefined): readonly Int32Array[] {
    return isInStock ? this.#inStockSets : this.#allSets;
  }

  get setCount(): number {
    return this.#sets.size;
  }

  /** Memory for slots to count, until the next call. */
  scratch(length: number): Int32Array {
    if (this.#slots.length < length) this.#slots = new Int32Array(length * 2);
    return this.#slots;
  }

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
    for (const columns of [this.#allSets, this.#inStockSets]) {
      for (const [place, column] of columns.entries()) {
        columns[place] = new Int32Array(size);
        columns[place].set(column);
      }
    }
  }

  /** Replaces the variants of a product; all of them are out of stock until `setStock`. */
  set(slot: number, variants: readonly SearchedVariant[]): void {
    this.clear(slot);
    const numbered = variants.map(({ id, ...variant }) => ({
      id,
      values: [...new Set(optionValuesOf(variant).map((value) => this.#numberOf(value)))],
    }));
    this.#writeSets(this.#allSets, slot, new Set(numbered.flatMap(({ values }) => values)));
    const block = numbered.flatMap(({ id, values }) => (values.length > 0 ? [id, 0, values.length, ...values] : []));
    this.#starts[slot] = this.#append(block);
    this.#lengths[slot] = block.length;
    if (this.#unused > WORTH_COMPACTING && this.#unused * 2 > this.#used) this.#compact();
  }

  clear(slot: number): void {
    this.#unused += this.#lengths[slot] as number;
    this.#lengths[slot] = 0;
    for (const column of [...this.#allSets, ...this.#inStockSets]) column[slot] = NO_VALUES;
  }

  /** @returns whether the set of variants in stock has changed. */
  setStock(slot: number, inStock: readonly number[]): boolean {
    let isChanged = false;
    const end = this.#endOf(slot);
    const values = new Set<number>();
    for (let at = this.#startOf(slot); at < end; at = this.#next(at)) {
      const hasStock = inStock.includes(this.#pool[at] as number);
      isChanged ||= (this.#pool[at + 1] === 1) !== hasStock;
      this.#pool[at + 1] = hasStock ? 1 : 0;
      if (!hasStock) continue;
      for (let place = at + VARIANT_HEADER; place < this.#next(at); place += 1) values.add(this.#pool[place] as number);
    }
    if (end > this.#startOf(slot)) this.#writeSets(this.#inStockSets, slot, values);
    return isChanged;
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
    const bits = this.#bitsOf(conditions);
    const { byValue, all } = bits;
    for (let slot = 0; slot < slotCount; slot += 1) {
      if (this.#metAtAll(slot, bits) !== all) continue;
      const end = this.#endOf(slot);
      let state = NO_VARIANT;
      for (let at = this.#startOf(slot); at < end && state < IN_STOCK; at = this.#next(at)) {
        if (this.#maskOf(at, byValue) === all)
          state = Math.max(state, this.#pool[at + 1] === 1 ? IN_STOCK : OUT_OF_STOCK);
      }
      states[slot] = state;
    }
    return states;
  }

  /** How many products have each value. @param bySet how many products have each set */
  facetsOfSets(bySet: Int32Array): OptionFacet[] {
    const counts = this.#emptyCounts();
    for (let set = NO_VALUES + 1; set < bySet.length; set += 1) {
      const count = bySet[set] as number;
      if (count === 0) continue;
      for (const value of this.#sets.thing(set) ?? []) counts[value] = (counts[value] as number) + count;
    }
    return this.#facets([]);
  }

  /** How many products have a variant with each value that meets the conditions on the other options. */
  facetsOf({ slots, conditions, isInStock }: OptionCount): OptionFacet[] {
    this.#emptyCounts();
    this.#countMatching(slots, this.#bitsOf(conditions), isInStock);
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

  *save(to: SnapshotWriter, slotCount: number): Generator<void> {
    to.json(this.#values.things());
    yield* to.texts(this.#sets.keys());
    for (const columns of [this.#allSets, this.#inStockSets]) {
      to.json(columns.length);
      for (const column of columns) to.numbers(column.subarray(0, slotCount));
    }
    const withVariants = this.isEmpty ? 0 : slotCount;
    to.numbers(this.#starts.subarray(0, withVariants));
    to.numbers(this.#lengths.subarray(0, withVariants));
    to.numbers(this.#pool.subarray(0, this.#used));
    to.json(this.#unused);
  }

  *load(from: SnapshotReader, slotCount: number): Generator<void> {
    for (const value of from.json() as OptionValue[]) this.#numberOf(value);
    for (const key of yield* from.texts()) this.#sets.add(key, key === '' ? [] : key.split(',').map(Number));
    for (const columns of [this.#allSets, this.#inStockSets]) {
      const count = Number(from.json());
      for (let place = 0; place < count; place += 1) columns[place] = from.numbers(Int32Array);
    }
    this.#starts = from.numbers(Int32Array);
    this.#lengths = from.numbers(Int32Array);
    this.#pool = from.numbers(Int32Array);
    this.#used = this.#pool.length;
    this.#unused = Number(from.json());
    // Without variants these arrays take no memory until one is written.
    if (this.isEmpty) this.grow(slotCount);
  }

  /** Numbers of the values that a product's variants have. */
  valuesOf(slot: number): ReadonlySet<number> {
    return new Set(this.#allSets.flatMap((column) => this.#sets.thing(column[slot] as number) ?? []));
  }

  /** How many options of a product have one of these values. */
  countShared(slot: number, values: ReadonlySet<number>): number {
    let count = 0;
    for (const column of this.#allSets)
      if (this.#sets.thing(column[slot] as number)?.some((value) => values.has(value))) count += 1;
    return count;
  }

  #countMatching(slots: Int32Array, bits: ConditionBits, isInStock: boolean | undefined): void {
    this.#seen.fill(-1);
    this.#excluded.fill(-1);
    const { all, byOption } = bits;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] as number;
      const missing = all & ~this.#metAtAll(slot, bits);
      if (missing !== 0 && !byOption.some((ofOption) => (missing & ~ofOption) === 0)) continue;
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
    for (let at = this.#startOf(slot); at < end; at = this.#next(at)) {
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
    const bySet = new Int32Array(this.#sets.size);
    for (let set = 0; set < bySet.length; set += 1) {
      let met = 0;
      for (const value of this.#sets.thing(set) ?? []) met |= byValue[value] as number;
      bySet[set] = met;
    }
    return { byValue, byOption, bySet, all: (1 << counted.length) - 1 };
  }

  /** The conditions that variants of a product meet, not necessarily the same one. */
  #metAtAll(slot: number, { bySet }: ConditionBits): number {
    let met = 0;
    for (const column of this.#allSets) met |= bySet[column[slot] as number] as number;
    return met;
  }

  #maskOf(at: number, byValue: Int32Array): number {
    const pool = this.#pool;
    const end = this.#next(at);
    let mask = 0;
    for (let place = at + VARIANT_HEADER; place < end; place += 1) mask |= byValue[pool[place] as number] as number;
    return mask;
  }

  /** Position of the first variant of a product. */
  #startOf(slot: number): number {
    return this.#starts[slot] as number;
  }

  #endOf(slot: number): number {
    return (this.#starts[slot] as number) + (this.#lengths[slot] as number);
  }

  /** Position of the variant after the one at `at`. */
  #next(at: number): number {
    return at + VARIANT_HEADER + (this.#pool[at + 2] as number);
  }

  /** One set for each option that the product has values of. */
  #writeSets(columns: SetColumns, slot: number, values: ReadonlySet<number>): void {
    for (const column of columns) column[slot] = NO_VALUES;
    const byOption = Map.groupBy(values, (value) => this.#optionOf[value] as number);
    for (const [place, set] of [...byOption.values()].entries()) {
      const sorted = set.toSorted((a, b) => a - b);
      columns[place] ??= new Int32Array(this.#starts.length);
      columns[place][slot] = this.#sets.add(sorted.join(), sorted);
    }
  }

  /** Zero for each value. */
  #emptyCounts(): Int32Array {
    const size = this.#values.size;
    if (this.#counts.length < size) {
      this.#counts = new Int32Array(size * 2);
      this.#seen = new Int32Array(size * 2);
      this.#excluded = new Int32Array(size * 2);
    }
    return this.#counts.fill(0, 0, size);
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
