import type { CategoryPlace, CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { SnapshotReader, SnapshotWriter } from '#server/platform/machine/snapshot-file.ts';
import { Numbering } from './numbering.ts';
import type { OrderKey, ProductColumns } from './product-columns.ts';
import type { RankedOrder } from './ranked-order.ts';
import { distribute, popularityOrder, Shelf } from './shelf.ts';

/** Slots by the sort orders in which they move. */
export type ResortedSlots = ReadonlyMap<OrderKey, readonly number[]>;

export interface StoredTree {
  /** Ids, in the order of their numbers. */
  readonly categories: readonly number[];
  readonly chains: readonly (readonly number[])[];
}

/** The sort orders of all products, and of each category with the products of the categories below it. */
export class CategoryShelves {
  readonly #columns: ProductColumns;
  readonly all: Shelf;
  readonly popularity: RankedOrder;
  readonly categories = new Numbering<number, { readonly id: number; readonly shelf: Shelf }>();
  /** By category number: the category's own number and those of the categories above it. */
  #chains: (readonly number[])[] = [];

  constructor(columns: ProductColumns) {
    this.#columns = columns;
    this.all = new Shelf(columns);
    this.popularity = popularityOrder(columns);
  }

  /** Places the categories in their tree. @returns whether one has moved: then the products must be distributed again. */
  setTree(tree: CategoryTree<CategoryPlace>): boolean {
    for (const { id } of tree.all) this.addCategory(id);
    const chains = this.#chains.map((own, number) => {
      const path = tree.pathOf(this.categories.thing(number)?.id ?? 0);
      return path.length === 0 ? own.slice(0, 1) : path.map(({ id }) => this.addCategory(id)).reverse();
    });
    const hasMoved = chains.some((chain, number) => chain.join() !== this.#chains[number]?.join());
    this.#chains = chains;
    return hasMoved;
  }

  /** The number of a category, new or known. */
  addCategory(id: number): number {
    const known = this.categories.numberOf(id);
    if (known !== undefined) return known;
    const number = this.categories.add(id, { id, shelf: new Shelf(this.#columns) });
    this.#chains[number] = [number];
    return number;
  }

  /** Numbers of a category and of those above it, itself first. */
  chainOf(category: number): readonly number[] {
    return this.#chains[category] ?? [];
  }

  /** Ids of a category, by its number, and of those above it. */
  idsInChainOf(category: number): number[] {
    return this.chainOf(category).flatMap((number) => this.categories.thing(number)?.id ?? []);
  }

  /** By category number: 1 for a category and all below it. All zeros for an unknown category. */
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

  insert(slots: readonly number[]): void {
    if (slots.length === 0) return;
    this.all.insert(slots);
    this.popularity.insert(slots);
    for (const [category, own] of this.#groupByCategory(slots)) this.#shelf(category)?.insert(own);
  }

  remove(slots: readonly number[]): void {
    if (slots.length === 0) return;
    this.all.remove(slots);
    this.popularity.remove(slots);
    for (const [category, own] of this.#groupByCategory(slots)) this.#shelf(category)?.remove(own);
  }

  insertResorted(resorted: ResortedSlots): void {
    this.#eachOrder(resorted, (order, slots) => order.insert(slots));
  }

  removeResorted(resorted: ResortedSlots): void {
    this.#eachOrder(resorted, (order, slots) => order.remove(slots));
  }

  /** Sorts all products; yields to other work. */
  *sort(slots: readonly number[]): Generator<void> {
    yield* this.all.replace(slots);
    yield* this.popularity.sort(slots);
    yield* this.distribute();
  }

  /** Puts all products on the shelves of their categories; yields to other work. */
  distribute(): Generator<void> {
    const shelves = this.#chains.flatMap((_, number) => this.#shelf(number) ?? []);
    return distribute(this.all, shelves, (slot) => this.chainOf(this.#columns.categories[slot] as number));
  }

  /** The categories and their chains, as JSON. */
  tree(): StoredTree {
    return { categories: this.categories.keys(), chains: this.#chains };
  }

  restoreTree({ categories, chains }: StoredTree): void {
    for (const id of categories) this.addCategory(id);
    this.#chains = [...chains];
  }

  /** Without the shelves of categories: see `distribute`. */
  save(to: SnapshotWriter): void {
    this.popularity.save(to);
    this.all.save(to);
  }

  load(from: SnapshotReader): void {
    this.popularity.load(from);
    this.all.load(from);
  }

  #shelf(category: number | undefined): Shelf | undefined {
    return category === undefined ? undefined : this.categories.thing(category)?.shelf;
  }

  /** Calls `use` for each order to change: that of all products, and those of their categories. */
  #eachOrder(resorted: ResortedSlots, use: (order: RankedOrder, slots: readonly number[]) => void): void {
    for (const [key, slots] of resorted) {
      if (key === 'popularity') {
        use(this.popularity, slots);
        continue;
      }
      use(this.all.orders[key], slots);
      for (const [category, own] of this.#groupByCategory(slots)) {
        const shelf = this.#shelf(category);
        if (shelf) use(shelf.orders[key], own);
      }
    }
  }

  /** The slots for each shelf: a product is also on the shelves of the categories above its own. */
  #groupByCategory(slots: readonly number[]): Map<number, number[]> {
    const groups = new Map<number, number[]>();
    for (const slot of slots) {
      for (const category of this.chainOf(this.#columns.categories[slot] as number)) {
        listOf(groups, category).push(slot);
      }
    }
    return groups;
  }
}

export function listOf<K>(lists: Map<K, number[]>, key: K): number[] {
  const known = lists.get(key);
  if (known) return known;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}
