import type { ListChange } from '../search-engine.ts';

/** Collects how updates of the index change lists. */
export class IndexChanges {
  #areLists = false;
  readonly #categories = new Set<number>();

  /** The order or the choice of products may be another one, for example because one is in stock again. */
  addLists(): void {
    this.#areLists = true;
  }

  /** What is known of a product of these categories has changed. */
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
