import { meaningfulWords, type NamedWords, namedWords, nameTest } from '#server/features/search/index.ts';
import type { ListedCategory } from '../../search-engine.ts';

/** How many categories are suggested when a search finds nothing. */
const MAX_SUGGESTED = 3;

/** The active categories, and suggestions of them. */
export class ListedCategories {
  #categories: readonly { readonly category: ListedCategory; readonly words: NamedWords }[] = [];

  set(categories: readonly ListedCategory[]): void {
    this.#categories = categories.map((category) => ({ category, words: namedWords(category.name) }));
  }

  /** In the merchant's order. */
  all(): ListedCategory[] {
    return this.#categories.map(({ category }) => category);
  }

  /** The first ones whose names start with the text. */
  startingWith(text: string, limit: number): ListedCategory[] {
    const isMeant = nameTest(meaningfulWords(text));
    const found = this.#categories.filter(({ words }) => isMeant(words));
    return found.slice(0, limit).map(({ category }) => category);
  }

  /** The first categories with these ids; without any, the first ones of the first level. */
  near(ids: readonly number[]): ListedCategory[] {
    const all = this.all();
    const near = ids.flatMap((id) => all.find((category) => category.id === id) ?? []);
    const suggested = near.length > 0 ? near : all.filter(({ parentId }) => parentId === null);
    return suggested.slice(0, MAX_SUGGESTED);
  }
}
