import { CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { NamedCategory } from '../indexing/indexed-products.store.ts';
import { categoryLexeme, type DocumentWord, lexemesOfCategory } from './product-document.ts';
import type { Beginning, StoredWord } from './words.store.ts';

/** A lexeme of a tsquery, as `quoteLexeme` writes it, with its flags. */
const LEXEME = /'((?:[^'\\]|''|\\\\)+)'(?::([*A-D]+))?/g;

/**
 * The words of category names. Texts of products contain the ids of their categories instead, so that nothing has to be
 * written when a category is renamed.
 */
export class CategoryWords {
  readonly #tree: CategoryTree<NamedCategory>;
  /** Categories with a lexeme in their name, and its weight there. */
  readonly #byLexeme = new Map<string, { readonly id: number; readonly letter: string }[]>();
  readonly #words = new Map<string, DocumentWord>();

  /** @param categories all of them, also those that are not listed: their names are words of their products */
  constructor(categories: readonly NamedCategory[], hasProducts: (category: NamedCategory) => boolean) {
    this.#tree = new CategoryTree(categories);
    const filled = new Set(
      categories.filter(hasProducts).flatMap((category) => this.#tree.pathOf(category.id).map(({ id }) => id)),
    );
    for (const { id, name } of categories) {
      if (!filled.has(id)) continue;
      const { letters, words } = lexemesOfCategory(name);
      for (const [lexeme, letter] of letters) {
        const known = this.#byLexeme.get(lexeme);
        if (known) known.push({ id, letter });
        else this.#byLexeme.set(lexeme, [{ id, letter }]);
      }
      for (const word of words) if (word.isNaming || !this.#words.has(word.word)) this.#words.set(word.word, word);
    }
  }

  /** The same tsquery, which also matches products by the names of their categories. */
  expand(query: string): string {
    return query.replaceAll(LEXEME, (whole: string, quoted: string, flags = '') => {
      const categories = this.#categoriesWith(quoted.replaceAll(/(['\\])\1/g, '$1'), flags);
      return categories.length === 0 ? whole : `(${[whole, ...categories.map(categoryLexeme)].join(' | ')})`;
    });
  }

  /** Adds words of these stems. */
  withStems(stems: readonly string[], known: readonly StoredWord[]): readonly StoredWord[] {
    const wanted = new Set(stems);
    return [...known, ...this.#stored(({ stem }) => wanted.has(stem))];
  }

  /** Adds words with this prefix. */
  withBeginning(beginning: string, { isFound, isNaming, words }: Beginning): Beginning {
    const further = this.#stored(({ word }) => word.startsWith(beginning));
    return {
      isFound: isFound || further.length > 0,
      isNaming: isNaming || further.some((word) => word.is_naming),
      words: words && [...words, ...further],
    };
  }

  /** Adds all words of categories, because there are few. */
  withNaming(words: readonly string[]): readonly string[] {
    return [...words, ...this.#stored(({ isNaming }) => isNaming).map(({ word }) => word)];
  }

  #stored(isWanted: (word: DocumentWord) => boolean): StoredWord[] {
    return [...this.#words.values()]
      .filter(isWanted)
      .map(({ word, stem, isNaming }) => ({ word, stem, is_naming: isNaming }));
  }

  /** The ids of the categories with this lexeme in their name, without those below another match. */
  #categoriesWith(lexeme: string, flags: string): number[] {
    const letters = flags.replace('*', '');
    const found = flags.includes('*')
      ? [...this.#byLexeme].flatMap(([one, categories]) => (one.startsWith(lexeme) ? categories : []))
      : (this.#byLexeme.get(lexeme) ?? []);
    const ids = new Set(found.filter(({ letter }) => letters === '' || letters.includes(letter)).map(({ id }) => id));
    return [...ids].filter((id) => !this.#tree.pathOf(id).some((above) => above.id !== id && ids.has(above.id)));
  }
}
