import type { CategoryPlace, CategoryTree } from '#domain/catalogue/category-tree.ts';
import { fold } from '#server/features/search/index.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { SortedOrder } from '#server/platform/number-sets/sorted-order.ts';
import type { IdRange } from '../../indexing/indexed-products.store.ts';
import { CategoryShelves, listOf, type StoredTree } from './category-shelves.ts';
import { IndexChanges } from './index-changes.ts';
import { type OrderKey, ProductColumns, type ProductFacts } from './product-columns.ts';
import { NO_BRAND } from './product-groups.ts';
import { Spellings } from './spellings.ts';

const MICROSECONDS = 1000;
/** Products between two pauses of a load: about a millisecond of work. */
const SLICE = 5_000;

/** The facts of all visible products, each in a stable slot, and the sort orders over the slots. */
export class ProductTable {
  readonly columns = new ProductColumns();
  readonly shelves = new CategoryShelves(this.columns);
  readonly all = this.shelves.all;
  readonly popularity = this.shelves.popularity;
  readonly categories = this.shelves.categories;
  readonly changes = new IndexChanges();
  /** Spelling and case of a brand do not matter. */
  readonly brands = new Spellings<string>((one, other) => one === other);
  /** Numbers of brands by their spelling: none is folded for each product. */
  readonly #brandNumbers = new Map<string, number>();
  /** Slots by product id. */
  readonly #byId = new SortedOrder((a, b) => this.#idOf(a) - this.#idOf(b));
  #freeSlots: number[] = [];
  #slotCount = 0;
  /** While all products are loaded, none is on a shelf. */
  #isLoading = false;

  get size(): number {
    return this.#byId.length;
  }

  /** One more than the highest slot ever used. */
  get slotCount(): number {
    return this.#slotCount;
  }

  /** Free slots below `slotCount`; their columns contain stale data. */
  get freeSlots(): readonly number[] {
    return this.#freeSlots;
  }

  /** Slots of the products in a range, by ascending id. */
  slotsIn({ after, upTo }: IdRange): Int32Array {
    const start = this.#byId.firstWhere((slot) => this.#idOf(slot) > after);
    const end = upTo === undefined ? this.size : this.#byId.firstWhere((slot) => this.#idOf(slot) > upTo);
    return this.#byId.items().subarray(start, end);
  }

  /** @param time in milliseconds since 1970 */
  countCreatedBefore(time: number): number {
    const { creations } = this.columns;
    return this.all.orders.created_at.firstWhere((slot) => (creations[slot] as number) >= time * MICROSECONDS);
  }

  slotOf(id: number): number | undefined {
    const place = this.#byId.firstWhere((slot) => this.#idOf(slot) >= id);
    const slot = this.#byId.items()[place];
    return slot !== undefined && this.#idOf(slot) === id ? slot : undefined;
  }

  /** Places the categories in their tree. Products of a category that has moved change their shelves. */
  setTree(tree: CategoryTree<CategoryPlace>): void {
    if (this.shelves.setTree(tree)) for (const _ of this.shelves.distribute());
  }

  /** The number of a brand that is spelled like this. */
  brandNumber(brand: string): number | undefined {
    return this.#brandNumbers.get(brand.trim());
  }

  /** The numbers of a brand that is spelled like this or otherwise; without spellings that no product has. */
  brandNumbers(brand: string): readonly number[] {
    const numbers = this.brands.numbersOf(fold(brand.trim()));
    return numbers.length > 1 ? numbers.filter((number) => this.columns.groups.hasBrand(number)) : numbers;
  }

  /** Removes products. @returns the freed slots. */
  remove(ids: readonly number[]): number[] {
    const slots = ids.flatMap((id) => this.slotOf(id) ?? []);
    if (!this.#isLoading) this.shelves.remove(slots);
    this.#byId.remove(slots);
    for (const slot of slots) {
      this.#noteCategory(slot);
      this.columns.clear(slot);
      this.#freeSlots.push(slot);
    }
    return slots;
  }

  /** Until `finishLoading`, products are only written: sorting all of them in the end takes half as long. */
  startLoading(): void {
    this.#isLoading = true;
  }

  /** Yields to other work: sorting a million names takes seconds. */
  *finishLoading(): Generator<void> {
    if (!this.#isLoading) return;
    this.#isLoading = false;
    const slots = [...this.#byId.items()].sort((a, b) => a - b);
    yield* this.shelves.sort(slots);
  }

  /** Frees unused memory; yields to other work. */
  tidy(): Generator<void> {
    return this.columns.names.tidy(this.#slotCount);
  }

  /** Adds or updates products; each id once. */
  set(products: readonly ProductFacts[]): void {
    const added: number[] = [];
    const moved: number[] = [];
    /** In the same category, by the sort orders in which they move. */
    const resorted = new Map<OrderKey, number[]>();
    const placed = products.map((facts) => {
      const known = this.slotOf(facts.id);
      if (known === undefined) {
        const slot = this.#takeSlot();
        added.push(slot);
        return { facts, slot };
      }
      if (this.columns.categories[known] !== this.categories.numberOf(facts.categoryId)) moved.push(known);
      else for (const key of this.columns.ordersChangedBy(known, facts)) listOf(resorted, key).push(known);
      return { facts, slot: known };
    });
    if (!this.#isLoading) {
      this.shelves.remove(moved);
      this.shelves.removeResorted(resorted);
    }
    const addedSlots = new Set(added);
    for (const { facts, slot } of placed) {
      if (!addedSlots.has(slot)) this.#noteChange(facts, slot);
      this.#write(facts, slot);
      if (addedSlots.has(slot)) this.#noteCategory(slot);
    }
    this.#byId.insert(added);
    if (this.#isLoading) return;
    this.shelves.insertResorted(resorted);
    this.shelves.insert([...moved, ...added]);
  }

  *save(to: SnapshotWriter): Generator<void> {
    to.json({ slotCount: this.#slotCount, ...this.shelves.tree() });
    yield* this.columns.save(to, this.#slotCount);
    yield* to.texts(this.brands.all());
    to.numbers(Int32Array.from(this.#freeSlots));
    this.#byId.save(to);
    this.shelves.save(to);
  }

  *load(from: SnapshotReader): Generator<void> {
    const { slotCount, ...tree } = from.json() as StoredTree & { readonly slotCount: number };
    this.#slotCount = slotCount;
    this.shelves.restoreTree(tree);
    yield* this.columns.load(from);
    for (const brand of yield* from.texts()) this.#addBrand(brand);
    this.#freeSlots = [...from.numbers(Int32Array)];
    this.#byId.load(from);
    this.shelves.load(from);
    for (const [count, slot] of this.all.slots().entries()) {
      this.columns.group(slot);
      if (count % SLICE === SLICE - 1) yield;
    }
    yield* this.shelves.distribute();
  }

  #idOf(slot: number): number {
    return this.columns.ids[slot] as number;
  }

  #takeSlot(): number {
    const free = this.#freeSlots.pop();
    if (free !== undefined) return free;
    this.#slotCount += 1;
    return this.#slotCount - 1;
  }

  #write(facts: ProductFacts, slot: number): void {
    this.columns.write(slot, facts, this.shelves.addCategory(facts.categoryId), this.#addBrand(facts.brand));
  }

  /** Called before the product is written. */
  #noteChange(facts: ProductFacts, slot: number): void {
    const category = this.shelves.addCategory(facts.categoryId);
    if (!this.columns.isSame(slot, facts, category, this.#addBrand(facts.brand))) {
      this.#noteCategory(slot);
      this.#noteChain(category);
    } else if (!this.columns.isAsAvailable(slot, facts)) {
      // Also those of related products, which show what is in stock.
      this.#noteCategory(slot);
      this.changes.addLists();
    }
  }

  #noteCategory(slot: number): void {
    this.#noteChain(this.columns.categories[slot] as number);
  }

  #noteChain(category: number): void {
    this.changes.addCategories(this.shelves.idsInChainOf(category));
  }

  #addBrand(brand: string | null): number {
    if (brand === null) return NO_BRAND;
    const spelling = brand.trim();
    const known = this.#brandNumbers.get(spelling);
    if (known !== undefined) return known;
    const number = this.brands.add(fold(spelling), spelling);
    this.#brandNumbers.set(spelling, number);
    return number;
  }
}
