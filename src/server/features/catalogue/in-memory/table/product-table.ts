import type { CategoryPlace, CategoryTree } from '#domain/catalogue/category-tree.ts';
import { fold } from '#server/features/search/index.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { SortedOrder } from '#server/platform/number-sets/sorted-order.ts';
import type { IdRange } from '../../indexing/indexed-products.store.ts';
import { IndexChanges } from './index-changes.ts';
import { Numbering } from './numbering.ts';
import { type OrderKey, ProductColumns, type ProductFacts } from './product-columns.ts';
import { NO_BRAND } from './product-groups.ts';
import type { RankedOrder } from './ranked-order.ts';
import { distribute, popularityOrder, Shelf } from './shelf.ts';

const MICROSECONDS = 1000;
/** Products between two pauses of a load: about a millisecond of work. */
const SLICE = 5_000;

function listOf<K>(lists: Map<K, number[]>, key: K): number[] {
  const known = lists.get(key);
  if (known) return known;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}

/** The facts of all visible products, each in a stable slot, and the sort orders over the slots. */
export class ProductTable {
  readonly columns = new ProductColumns();
  readonly all = new Shelf(this.columns);
  readonly popularity: RankedOrder = popularityOrder(this.columns);
  readonly changes = new IndexChanges();
  /** Shelves by category id, each with the products of the categories below. */
  readonly categories = new Numbering<number, { readonly id: number; readonly shelf: Shelf }>();
  /** Brands by folded name, as spelled by their first product. */
  readonly brands = new Numbering<string, string>();
  /** Slots by product id. */
  readonly #byId = new SortedOrder((a, b) => this.#idOf(a) - this.#idOf(b));
  #freeSlots: number[] = [];
  /** By category number: the category's own number and those of the categories above it. */
  #chains: (readonly number[])[] = [];
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
    for (const { id } of tree.all) this.#categoryNumber(id);
    const chains = this.#chains.map((own, number) => {
      const path = tree.pathOf(this.categories.thing(number)?.id ?? 0);
      return path.length === 0 ? own.slice(0, 1) : path.map(({ id }) => this.#categoryNumber(id)).reverse();
    });
    const hasMoved = chains.some((chain, number) => chain.join() !== this.#chains[number]?.join());
    this.#chains = chains;
    if (hasMoved) for (const _ of this.#distribute());
  }

  /** Numbers of a category and of those above it, itself first. */
  chainOf(category: number): readonly number[] {
    return this.#chains[category] ?? [];
  }

  /** By category number: 1 for a category and all below it. Of zeros only for an unknown category. */
  branchOf(categoryId: number): Uint8Array {
    const top = this.categories.numberOf(categoryId);
    const marks = new Uint8Array(this.#chains.length);
    if (top === undefined) return marks;
    for (const [number, chain] of this.#chains.entries()) if (chain.includes(top)) marks[number] = 1;
    return marks;
  }

  shelfOf(categoryId: number): Shelf | undefined {
    return this.#shelf(this.categories.numberOf(categoryId));
  }

  /** Folded: spelling and case of a brand do not matter. */
  brandNumber(brand: string): number | undefined {
    return this.brands.numberOf(fold(brand.trim()));
  }

  /** Removes products. @returns the freed slots. */
  remove(ids: readonly number[]): number[] {
    const slots = ids.flatMap((id) => this.slotOf(id) ?? []);
    this.#takeOffShelves(slots);
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
    yield* this.all.replace(slots);
    yield* this.popularity.sort(slots);
    yield* this.#distribute();
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
    this.#takeOffShelves(moved);
    this.#eachOrder(resorted, (order, slots) => order.remove(slots));
    const addedSlots = new Set(added);
    for (const { facts, slot } of placed) {
      if (!addedSlots.has(slot)) this.#noteChange(facts, slot);
      this.#write(facts, slot);
      if (addedSlots.has(slot)) this.#noteCategory(slot);
    }
    this.#byId.insert(added);
    this.#eachOrder(resorted, (order, slots) => order.insert(slots));
    this.#putOnShelves([...moved, ...added]);
  }

  *save(to: SnapshotWriter): Generator<void> {
    to.json({
      slotCount: this.#slotCount,
      categories: this.categories.keys(),
      chains: this.#chains,
    });
    yield* this.columns.save(to, this.#slotCount);
    yield* to.texts(this.brands.keys());
    yield* to.texts(this.brands.things());
    to.numbers(Int32Array.from(this.#freeSlots));
    this.#byId.save(to);
    this.popularity.save(to);
    this.all.save(to);
  }

  *load(from: SnapshotReader): Generator<void> {
    const facts = from.json() as { slotCount: number; categories: number[]; chains: number[][] };
    this.#slotCount = facts.slotCount;
    for (const id of facts.categories) this.#categoryNumber(id);
    this.#chains = facts.chains;
    yield* this.columns.load(from);
    const brands = yield* from.texts();
    for (const [number, brand] of (yield* from.texts()).entries()) this.brands.add(brands[number] ?? '', brand);
    this.#freeSlots = [...from.numbers(Int32Array)];
    this.#byId.load(from);
    this.popularity.load(from);
    this.all.load(from);
    for (const [count, slot] of this.all.slots().entries()) {
      this.columns.group(slot);
      if (count % SLICE === SLICE - 1) yield;
    }
    yield* this.#distribute();
  }

  /** Puts all products on the shelves of their categories; yields to other work. */
  #distribute(): Generator<void> {
    const shelves = this.#chains.flatMap((_, number) => this.#shelf(number) ?? []);
    return distribute(this.all, shelves, (slot) => this.chainOf(this.columns.categories[slot] as number));
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
    this.columns.write(slot, facts, this.#categoryNumber(facts.categoryId), this.#addBrand(facts.brand));
  }

  /** Called before the product is written. */
  #noteChange(facts: ProductFacts, slot: number): void {
    const category = this.#categoryNumber(facts.categoryId);
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
    this.changes.addCategories(this.chainOf(category).flatMap((number) => this.categories.thing(number)?.id ?? []));
  }

  #categoryNumber(id: number): number {
    const known = this.categories.numberOf(id);
    if (known !== undefined) return known;
    const number = this.categories.add(id, { id, shelf: new Shelf(this.columns) });
    this.#chains[number] = [number];
    return number;
  }

  #addBrand(brand: string | null): number {
    return brand === null ? NO_BRAND : this.brands.add(fold(brand.trim()), brand.trim());
  }

  #shelf(category: number | undefined): Shelf | undefined {
    return category === undefined ? undefined : this.categories.thing(category)?.shelf;
  }

  #takeOffShelves(slots: readonly number[]): void {
    if (slots.length === 0 || this.#isLoading) return;
    this.all.remove(slots);
    this.popularity.remove(slots);
    for (const [category, ofCategory] of this.#groupByCategory(slots)) this.#shelf(category)?.remove(ofCategory);
  }

  #putOnShelves(slots: readonly number[]): void {
    if (slots.length === 0 || this.#isLoading) return;
    this.all.insert(slots);
    this.popularity.insert(slots);
    for (const [category, ofCategory] of this.#groupByCategory(slots)) this.#shelf(category)?.insert(ofCategory);
  }

  /** Calls `use` for each order to change: that of all products, and those of their categories. */
  #eachOrder(
    resorted: ReadonlyMap<OrderKey, readonly number[]>,
    use: (order: RankedOrder, slots: readonly number[]) => void,
  ): void {
    if (this.#isLoading) return;
    for (const [key, slots] of resorted) {
      if (key === 'popularity') {
        use(this.popularity, slots);
        continue;
      }
      use(this.all.orders[key], slots);
      for (const [category, ofCategory] of this.#groupByCategory(slots)) {
        const shelf = this.#shelf(category);
        if (shelf) use(shelf.orders[key], ofCategory);
      }
    }
  }

  /** The slots for each shelf: a product is also on the shelves of the categories above its own. */
  #groupByCategory(slots: readonly number[]): Map<number, number[]> {
    const groups = new Map<number, number[]>();
    for (const slot of slots) {
      for (const category of this.chainOf(this.columns.categories[slot] as number)) listOf(groups, category).push(slot);
    }
    return groups;
  }
}
