import { fold } from '#server/features/search/index.ts';
import { Numbering } from './numbering.ts';
import { ProductColumns, type ProductFacts } from './product-columns.ts';
import type { RankedOrder } from './ranked-order.ts';
import { popularityOrder, Shelf } from './shelf.ts';

const NO_BRAND = -1;

/**
 * The facts of all products that anybody may see, each product in a slot of its own for as long as it is here, and the
 * sorted orders over the slots.
 */
export class ProductTable {
  readonly columns = new ProductColumns();
  readonly all = new Shelf(this.columns);
  readonly popularity: RankedOrder = popularityOrder(this.columns);
  /** Ids of categories, each with its shelf. */
  readonly categories = new Numbering<number, { readonly id: number; readonly shelf: Shelf }>();
  /** Brands by their folded names, as the first of their products spells them. */
  readonly brands = new Numbering<string, string>();
  readonly #slots = new Map<number, number>();
  readonly #freeSlots: number[] = [];
  #slotCount = 0;
  #stockRowCount = 0;

  get size(): number {
    return this.#slots.size;
  }

  /** One more than the highest slot that was ever in use. */
  get slotCount(): number {
    return this.#slotCount;
  }

  /** Rows of stock of all products, to compare with the database's own count. */
  get stockRowCount(): number {
    return this.#stockRowCount;
  }

  ids(): IterableIterator<number> {
    return this.#slots.keys();
  }

  slotOf(id: number): number | undefined {
    return this.#slots.get(id);
  }

  shelfOf(categoryId: number): Shelf | undefined {
    return this.#shelf(this.categories.numberOf(categoryId));
  }

  /** Spelling and case of a brand do not matter. */
  brandNumber(brand: string): number | undefined {
    return this.brands.numberOf(fold(brand.trim()));
  }

  /** Removes products. @returns the slots that are free now. */
  remove(ids: readonly number[]): number[] {
    const slots = ids.flatMap((id) => this.#slots.get(id) ?? []);
    this.#takeOffShelves(slots);
    for (const slot of slots) {
      this.#stockRowCount -= this.columns.stockRowCounts[slot] as number;
      this.#slots.delete(this.columns.ids[slot] as number);
      this.#freeSlots.push(slot);
    }
    return slots;
  }

  /** Adds products or takes over what is new about them; each id once. */
  set(products: readonly ProductFacts[]): void {
    const moving = products.filter((facts) => {
      const slot = this.#slots.get(facts.id);
      return slot === undefined || !this.columns.keepsOrders(slot, facts, this.categories.numberOf(facts.categoryId));
    });
    this.#takeOffShelves(moving.flatMap(({ id }) => this.#slots.get(id) ?? []));
    for (const facts of products) this.#write(facts);
    this.#putOnShelves(moving.flatMap(({ id }) => this.#slots.get(id) ?? []));
  }

  #write(facts: ProductFacts): void {
    const known = this.#slots.get(facts.id);
    if (known !== undefined) this.#stockRowCount -= this.columns.stockRowCounts[known] as number;
    this.#stockRowCount += facts.stockRowCount;
    const slot = known ?? this.#freeSlots.pop() ?? this.#slotCount;
    if (slot === this.#slotCount) this.#slotCount += 1;
    this.#slots.set(facts.id, slot);
    this.columns.write(slot, facts, this.#categoryNumber(facts.categoryId), this.#addBrand(facts.brand));
  }

  #categoryNumber(id: number): number {
    return this.categories.numberOf(id) ?? this.categories.add(id, { id, shelf: new Shelf(this.columns) });
  }

  #addBrand(brand: string | null): number {
    return brand === null ? NO_BRAND : this.brands.add(fold(brand.trim()), brand.trim());
  }

  #shelf(category: number | undefined): Shelf | undefined {
    return category === undefined ? undefined : this.categories.thing(category)?.shelf;
  }

  #takeOffShelves(slots: readonly number[]): void {
    if (slots.length === 0) return;
    this.all.remove(slots);
    this.popularity.remove(slots);
    for (const [category, ofCategory] of this.#groupByCategory(slots)) this.#shelf(category)?.remove(ofCategory);
  }

  #putOnShelves(slots: readonly number[]): void {
    if (slots.length === 0) return;
    this.all.insert(slots);
    this.popularity.insert(slots);
    for (const [category, ofCategory] of this.#groupByCategory(slots)) this.#shelf(category)?.insert(ofCategory);
  }

  #groupByCategory(slots: readonly number[]): Map<number, number[]> {
    return Map.groupBy(slots, (slot) => this.columns.categories[slot] as number);
  }
}
