import type { ListChange } from '../../search-engine.ts';

/** Collects what updates of the index change in lists. */
export class IndexChanges {
  #areLists = false;
  readonly #categories = new Set<number>();

  /** The order or selection of products may have changed, for example because one is back in stock. */
  addLists(): void {
    this.#areLists = true;
  }

  /** A product in these categories has changed. */
  addCategories(ids: readonly number[]): void {
    this.#areLists = true;
    for (const id of ids) this.#categories.add(id);
  }

  /** Since the last call. */
  take(): ListChange {
    const taken = { lists: this.#areLists, categories: [...this.#categories] };
    this.#areLists = false;
    this.#categories.clear();
    return taken;
  }
}
