import type { SortKey } from '#contract/storefront/product-list-query.ts';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import type { CustomValuesChange } from '#domain/catalogue/custom-values.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import type { GapList } from '#server/platform/number-sets/gap-list.ts';
import { BrandSlots } from './brand-slots.ts';
import { CustomColumns } from './custom-columns.ts';
import { ProductGroups } from './product-groups.ts';
import type { Column } from './range.ts';
import { SlotSet } from './slot-set.ts';
import { TextColumn } from './text-column.ts';
import { VariantColumns } from './variant-columns.ts';

/** Indexed facts of a visible product. */
export interface ProductFacts {
  readonly id: number;
  readonly categoryId: number;
  readonly name: string;
  readonly brand: string | null;
  /** Effective price in cents: the sale price if there is one. */
  readonly price: number;
  readonly isOnSale: boolean;
  /** Microseconds since 1970. */
  readonly createdAt: number;
  /** Hundredths of a star. */
  readonly rating: number;
  readonly reviewCount: number;
  /** Available units. */
  readonly stock: number;
  /** Ids of the variants in stock; missing for a product without variants. */
  readonly inStock?: readonly number[] | undefined;
  /** Number of stock rows: one, or one per variant. */
  readonly stockRowCount: number;
  /** Units sold so far. */
  readonly sold: number;
  /** Hash of the searchable text. */
  readonly textHash: number;
  /** Stored values of fields that are filters, by key; omitted without any. */
  readonly custom?: CustomValuesChange | undefined;
}

/** A sort order of all products. */
export type OrderKey = SortKey | 'popularity';

/** Score bonus for being in stock: less than the difference between a word in the name and one in the brand. */
const STOCK_BOOST = 16;
const MAX_SALES_BOOST = 24;
/** Maximum score in addition to words. */
export const MAX_BOOST = STOCK_BOOST + MAX_SALES_BOOST;

/** Classes in steps of 40%, so that a unit more or less changes nothing. */
const salesClass = (sold: number): number => Math.round(2 * Math.log2(1 + sold));

const INITIAL_SIZE = 1024;
const GROWTH = 1.25;

function grown<C extends Column | Float64Array>(column: C, larger: C): C {
  larger.set(column);
  return larger;
}

/** The facts of all products in typed arrays by slot: about forty bytes and a name per product. */
export class ProductColumns {
  readonly names = new TextColumn();
  ids = new Int32Array(INITIAL_SIZE);
  /** Category and brand numbers of the table. */
  categories = new Int32Array(INITIAL_SIZE);
  brands = new Int32Array(INITIAL_SIZE);
  prices = new Int32Array(INITIAL_SIZE);
  creations = new Float64Array(INITIAL_SIZE);
  ratings = new Uint16Array(INITIAL_SIZE);
  reviewCounts = new Int32Array(INITIAL_SIZE);
  stockRowCounts = new Int32Array(INITIAL_SIZE);
  salesClasses = new Uint8Array(INITIAL_SIZE);
  textHashes = new Int32Array(INITIAL_SIZE);

  readonly inStock = new SlotSet();
  /** Those with a sale price. */
  readonly onSale = new SlotSet();
  readonly groups = new ProductGroups();
  readonly #brandSlots = new BrandSlots();
  readonly custom = new CustomColumns();
  readonly variants = new VariantColumns();

  /** @returns whether all products must be written again. */
  setCustomFilters(fields: readonly CustomField[]): boolean {
    return this.custom.setFields(fields, this.ids.length);
  }

  /** Whether lists find and sort a product as before, apart from its stock (`isAsAvailable`). */
  isSame(slot: number, facts: ProductFacts, category: number, brand: number): boolean {
    return (
      this.names.get(slot) === facts.name &&
      this.categories[slot] === category &&
      this.brands[slot] === brand &&
      this.prices[slot] === facts.price &&
      this.creations[slot] === facts.createdAt &&
      this.ratings[slot] === facts.rating &&
      this.reviewCounts[slot] === facts.reviewCount &&
      this.onSale.has(slot) === facts.isOnSale &&
      this.textHashes[slot] === facts.textHash &&
      this.custom.isSame(slot, facts.categoryId, facts.custom ?? {})
    );
  }

  /**
   * Whether a product's availability is unchanged. Popularity is not compared: each order raises it a little, and cached lists
   * show that when they are next made.
   */
  isAsAvailable(slot: number, { stock }: ProductFacts): boolean {
    return this.inStock.has(slot) === stock > 0;
  }

  write(slot: number, facts: ProductFacts, category: number, brand: number): void {
    if (slot >= this.ids.length) this.#grow(Math.max(slot + 1, Math.ceil(this.ids.length * GROWTH)));
    if (this.brands[slot] !== brand || !this.groups.has(slot)) this.#brandSlots.reset();
    this.names.set(slot, facts.name);
    this.ids[slot] = facts.id;
    this.categories[slot] = category;
    this.brands[slot] = brand;
    this.prices[slot] = facts.price;
    this.creations[slot] = facts.createdAt;
    this.ratings[slot] = facts.rating;
    this.reviewCounts[slot] = facts.reviewCount;
    this.inStock.set(slot, facts.stock > 0);
    this.stockRowCounts[slot] = facts.stockRowCount;
    this.salesClasses[slot] = salesClass(facts.sold);
    this.onSale.set(slot, facts.isOnSale);
    this.textHashes[slot] = facts.textHash;
    this.custom.write(slot, facts.categoryId, facts.custom ?? {});
    this.group(slot);
  }

  /** Puts a product, whose facts have been written, into its group. */
  group(slot: number): void {
    this.groups.set(slot, {
      category: this.categories[slot] as number,
      brand: this.brands[slot] as number,
      rating: this.ratings[slot] as number,
      isInStock: this.inStock.has(slot),
      isOnSale: this.onSale.has(slot),
    });
  }

  /** Call it when a product is removed from its slot. */
  clear(slot: number): void {
    this.custom.clear(slot);
    this.variants.clear(slot);
    this.groups.clear(slot);
    this.#brandSlots.reset();
  }

  /** The slots of a brand. Do not change them. */
  slotsOfBrand(brand: number, slotCount: number): GapList {
    return this.#brandSlots.of(brand, this.brands, this.groups, slotCount);
  }

  /** The sort orders in which writing these facts would move the product. */
  ordersChangedBy(slot: number, facts: ProductFacts): OrderKey[] {
    const changed: OrderKey[] = [];
    if (this.names.get(slot) !== facts.name) changed.push('name');
    if (this.prices[slot] !== facts.price) changed.push('price');
    if (this.creations[slot] !== facts.createdAt) changed.push('created_at');
    if (this.ratings[slot] !== facts.rating) changed.push('average_rating');
    const isAsPopular =
      this.reviewCounts[slot] === facts.reviewCount && this.salesClasses[slot] === salesClass(facts.sold);
    if (!isAsPopular) changed.push('popularity');
    return changed;
  }

  /** Score of a product in addition to its words: for being in stock and for selling well. */
  boostOf(slot: number): number {
    const inStock = this.inStock.has(slot) ? STOCK_BOOST : 0;
    return inStock + Math.min(this.salesClasses[slot] as number, MAX_SALES_BOOST);
  }

  /** Saves neither custom fields, which are read again, nor groups: after loading, call `group` for each product. */
  *save(to: SnapshotWriter, slotCount: number): Generator<void> {
    yield* this.names.save(to, slotCount);
    to.numbers(this.ids.subarray(0, slotCount));
    to.numbers(this.categories.subarray(0, slotCount));
    to.numbers(this.brands.subarray(0, slotCount));
    to.numbers(this.prices.subarray(0, slotCount));
    to.numbers(this.creations.subarray(0, slotCount));
    to.numbers(this.ratings.subarray(0, slotCount));
    to.numbers(this.reviewCounts.subarray(0, slotCount));
    this.inStock.save(to, slotCount);
    to.numbers(this.stockRowCounts.subarray(0, slotCount));
    to.numbers(this.salesClasses.subarray(0, slotCount));
    this.onSale.save(to, slotCount);
    to.numbers(this.textHashes.subarray(0, slotCount));
    yield* this.variants.save(to, slotCount);
  }

  *load(from: SnapshotReader): Generator<void> {
    this.names.load(from);
    this.ids = from.numbers(Int32Array);
    this.categories = from.numbers(Int32Array);
    this.brands = from.numbers(Int32Array);
    this.prices = from.numbers(Int32Array);
    this.creations = from.numbers(Float64Array);
    this.ratings = from.numbers(Uint16Array);
    this.reviewCounts = from.numbers(Int32Array);
    this.inStock.load(from);
    this.stockRowCounts = from.numbers(Int32Array);
    this.salesClasses = from.numbers(Uint8Array);
    this.onSale.load(from);
    this.textHashes = from.numbers(Int32Array);
    yield* this.variants.load(from, this.ids.length);
  }

  #grow(size: number): void {
    this.ids = grown(this.ids, new Int32Array(size));
    this.categories = grown(this.categories, new Int32Array(size));
    this.brands = grown(this.brands, new Int32Array(size));
    this.prices = grown(this.prices, new Int32Array(size));
    this.creations = grown(this.creations, new Float64Array(size));
    this.ratings = grown(this.ratings, new Uint16Array(size));
    this.reviewCounts = grown(this.reviewCounts, new Int32Array(size));
    this.stockRowCounts = grown(this.stockRowCounts, new Int32Array(size));
    this.salesClasses = grown(this.salesClasses, new Uint8Array(size));
    this.textHashes = grown(this.textHashes, new Int32Array(size));
    this.custom.grow(size);
    this.variants.grow(size);
  }
}
