import type { OptionCondition } from '#domain/catalogue/option-values.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { type FilteredVariant, filteredVariants, spelledAlike } from '../../indexing/option-spellings.ts';
import type { SearchedVariant } from '../../indexing/variant-keys.ts';
import { type ConditionBits, NO_VALUES, type OptionFacet, OptionNumbers } from './option-numbers.ts';
import type { Range } from './range.ts';
import { type NumberedVariant, VariantBlocks } from './variant-blocks.ts';

/** How well a product meets conditions: no variant does, one does, one in stock does. */
export const NO_VARIANT = 0;
const OUT_OF_STOCK = 1;
export const IN_STOCK = 2;

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
  readonly #options = new OptionNumbers();
  readonly #blocks = new VariantBlocks();
  /** Of all variants, and of those in stock. */
  readonly #allSets: SetColumns = [];
  readonly #inStockSets: SetColumns = [];
  /** Scratch memory by value number. */
  #counts = new Int32Array(0);
  #seen = new Int32Array(0);
  #excluded = new Int32Array(0);
  #slots = new Int32Array(0);

  /** By slot, the numbers of the sets of values that a product has (in stock), for `facetsOfSets`. */
  setColumns(isInStock: boolean | undefined): readonly Int32Array[] {
    return isInStock ? this.#inStockSets : this.#allSets;
  }

  get setCount(): number {
    return this.#options.setCount;
  }

  /** Memory for slots to count, until the next call. */
  scratch(length: number): Int32Array {
    if (this.#slots.length < length) this.#slots = new Int32Array(length * 2);
    return this.#slots;
  }

  get isEmpty(): boolean {
    return this.#options.valueCount === 0;
  }

  grow(size: number): void {
    this.#blocks.grow(size);
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
    const filtered = filteredVariants(variants);
    const read = this.#number(filtered);
    // Variants with only the first spellings of all values spell them alike.
    const isMixed = read.some(({ values }) => values.some((value) => value !== this.#options.nameOf(value)));
    const numbered = isMixed ? this.#number(spelledAlike(filtered)) : read;
    this.#writeSets(this.#allSets, slot, new Set(numbered.flatMap(({ values }) => values)));
    this.#blocks.write(
      slot,
      numbered.filter(({ values }) => values.length > 0),
    );
  }

  clear(slot: number): void {
    this.#blocks.clear(slot);
    for (const column of [...this.#allSets, ...this.#inStockSets]) column[slot] = NO_VALUES;
  }

  /** @returns whether the set of variants in stock has changed. */
  setStock(slot: number, inStock: readonly number[]): boolean {
    const blocks = this.#blocks;
    let isChanged = false;
    const end = blocks.endOf(slot);
    const values = new Set<number>();
    for (let variant = blocks.startOf(slot); variant < end; variant = blocks.next(variant)) {
      const hasStock = inStock.includes(blocks.idOf(variant));
      isChanged ||= blocks.isInStock(variant) !== hasStock;
      blocks.setInStock(variant, hasStock);
      if (!hasStock) continue;
      const last = blocks.next(variant);
      for (let at = blocks.valuesStartOf(variant); at < last; at += 1) values.add(blocks.valueAt(at));
    }
    if (end > blocks.startOf(slot)) this.#writeSets(this.#inStockSets, slot, values);
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
    const blocks = this.#blocks;
    const bits = this.#options.bitsOf(conditions);
    const { byValue, all } = bits;
    for (let slot = 0; slot < slotCount; slot += 1) {
      if (this.#metAtAll(slot, bits) !== all) continue;
      const end = blocks.endOf(slot);
      let state = NO_VARIANT;
      for (let variant = blocks.startOf(slot); variant < end && state < IN_STOCK; variant = blocks.next(variant)) {
        if (blocks.maskOf(variant, byValue) !== all) continue;
        state = Math.max(state, blocks.isInStock(variant) ? IN_STOCK : OUT_OF_STOCK);
      }
      states[slot] = state;
    }
    return states;
  }

  /** How many products have each value. @param bySet how many products have each set */
  facetsOfSets(bySet: Int32Array): OptionFacet[] {
    const counts = this.#addSets(bySet, this.#emptyCounts());
    return this.#options.facetsOf(counts, [], () => counts);
  }

  /** How many products have a variant with each value that meets the conditions on the other options. */
  facetsOf({ slots, conditions, isInStock }: OptionCount): OptionFacet[] {
    const counts = this.#emptyCounts();
    this.#countMatching(slots, this.#options.bitsOf(conditions), isInStock);
    // For all spellings of all values, one pass over the products.
    let all: Int32Array | undefined;
    return this.#options.facetsOf(counts, conditions, () => {
      all ??= this.#countAll();
      return all;
    });
  }

  /** The values of an option, such as sizes, that products have. */
  valuesWhere(option: string, isWanted: (value: string) => boolean): string[] {
    return this.#options.valuesWhere(option, isWanted);
  }

  *save(to: SnapshotWriter, slotCount: number): Generator<void> {
    yield* this.#options.save(to);
    for (const columns of [this.#allSets, this.#inStockSets]) {
      to.json(columns.length);
      for (const column of columns) to.numbers(column.subarray(0, slotCount));
    }
    this.#blocks.save(to, this.isEmpty ? 0 : slotCount);
  }

  *load(from: SnapshotReader, slotCount: number): Generator<void> {
    yield* this.#options.load(from);
    for (const columns of [this.#allSets, this.#inStockSets]) {
      const count = Number(from.json());
      for (let place = 0; place < count; place += 1) columns[place] = from.numbers(Int32Array);
    }
    this.#blocks.load(from);
    // Without variants these arrays take no memory until one is written.
    if (this.isEmpty) this.grow(slotCount);
  }

  /** Numbers of the values that a product's variants have, whatever their spelling. */
  valuesOf(slot: number): ReadonlySet<number> {
    const values = this.#allSets.flatMap((column) => this.#options.valuesOfSet(column[slot] as number));
    return new Set(values.map((value) => this.#options.nameOf(value)));
  }

  /** How many options of a product have one of these values. */
  countShared(slot: number, values: ReadonlySet<number>): number {
    let count = 0;
    for (const column of this.#allSets) {
      const own = this.#options.valuesOfSet(column[slot] as number);
      if (own.some((value) => values.has(this.#options.nameOf(value)))) count += 1;
    }
    return count;
  }

  #number(variants: readonly FilteredVariant[]): NumberedVariant[] {
    return variants.map(({ id, values }) => ({
      id,
      values: [...new Set(values.map((value) => this.#options.addValue(value)))],
    }));
  }

  /** Adds to the count of each value how many products have the sets that contain it. */
  #addSets(bySet: Int32Array, counts: Int32Array): Int32Array {
    for (let set = NO_VALUES + 1; set < bySet.length; set += 1) {
      const count = bySet[set] as number;
      if (count === 0) continue;
      for (const value of this.#options.valuesOfSet(set)) counts[value] = (counts[value] as number) + count;
    }
    return counts;
  }

  /** How many of all products have each value. */
  #countAll(): Int32Array {
    const bySet = new Int32Array(this.setCount);
    for (const column of this.#allSets) for (const set of column) bySet[set] = (bySet[set] as number) + 1;
    return this.#addSets(bySet, new Int32Array(this.#options.valueCount));
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
      if (isInStock === false) this.#visit(slot, bits, true, (value) => (this.#excluded[value] = slot));
      this.#visit(slot, bits, isInStock, (value) => {
        if (this.#seen[value] === slot || this.#excluded[value] === slot) return;
        this.#seen[value] = slot;
        this.#counts[value] = (this.#counts[value] as number) + 1;
      });
    }
  }

  /**
   * Values of variants that meet all conditions but those on the value's own option.
   * @param isInStock undefined: variants in stock and out of stock.
   */
  #visit(
    slot: number,
    { byValue, byOption, all }: ConditionBits,
    isInStock: boolean | undefined,
    use: (value: number) => void,
  ): void {
    const [blocks, options] = [this.#blocks, this.#options];
    const end = blocks.endOf(slot);
    for (let variant = blocks.startOf(slot); variant < end; variant = blocks.next(variant)) {
      if (isInStock !== undefined && blocks.isInStock(variant) !== isInStock) continue;
      const missing = all & ~blocks.maskOf(variant, byValue);
      const last = blocks.next(variant);
      for (let at = blocks.valuesStartOf(variant); at < last; at += 1) {
        const value = blocks.valueAt(at);
        if ((missing & ~(byOption[options.optionOf(value)] as number)) === 0) use(value);
      }
    }
  }

  /** The conditions that variants of a product meet, not necessarily the same one. */
  #metAtAll(slot: number, { bySet }: ConditionBits): number {
    let met = 0;
    for (const column of this.#allSets) met |= bySet[column[slot] as number] as number;
    return met;
  }

  /** One set for each option that the product has values of. */
  #writeSets(columns: SetColumns, slot: number, values: ReadonlySet<number>): void {
    for (const column of columns) column[slot] = NO_VALUES;
    const byOption = Map.groupBy(values, (value) => this.#options.optionOf(value));
    for (const [place, set] of [...byOption.values()].entries()) {
      columns[place] ??= new Int32Array(this.#blocks.slotCapacity);
      columns[place][slot] = this.#options.addSet(set);
    }
  }

  /** Zero for each value. */
  #emptyCounts(): Int32Array {
    const size = this.#options.valueCount;
    if (this.#counts.length < size) {
      this.#counts = new Int32Array(size * 2);
      this.#seen = new Int32Array(size * 2);
      this.#excluded = new Int32Array(size * 2);
    }
    return this.#counts.fill(0, 0, size);
  }
}
