import type { CategoryPlace, CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { dayNumber } from '#domain/catalogue/custom-values.ts';
import { FILTERS_SINCE } from '#domain/catalogue/filter-fields.ts';
import { filterValueOf } from '#domain/catalogue/filter-values.ts';
import type { OptionValue } from '#domain/catalogue/option-values.ts';
import { SEARCH_WEIGHTS } from '#domain/catalogue/product-field-lists.ts';
import { readMeasures } from '#domain/search/measure.ts';
import {
  fold,
  headOfName,
  indexedWords,
  isStopWord,
  joinedKindsOf,
  stemOf,
  thingsOfName,
  weighted,
} from '#server/features/search/index.ts';
import { categoryNames, MIXED_CATEGORY_WEIGHT } from '../indexing/category-names.ts';
import type { IndexedProductRow, IndexedText } from '../indexing/indexed-products.store.ts';
import { filteredVariants, optionValueKey, spelledAlike } from '../indexing/option-spellings.ts';
import { optionValues, variantKeys } from '../indexing/variant-keys.ts';

/** What filters need of a variant. */
export interface VariantDocument {
  readonly id: number;
  /** Such as `colour=blue`. */
  readonly values: readonly string[];
  readonly stock: boolean;
}

/** The name of its option and the label of each value, by keys such as `o:colour=blue`. */
export type Labels = Readonly<Record<string, readonly [name: string, label: string]>>;

/** What the search stores of a product: a row of `product_search.product`. */
export interface ProductDocument {
  readonly product_id: number;
  readonly category_id: number;
  readonly name_key: string;
  readonly brand: string | null;
  readonly brand_key: string | null;
  readonly price: number;
  readonly is_on_sale: boolean;
  readonly created_at: number;
  readonly rating: number;
  readonly popularity: number;
  readonly in_stock: boolean;
  readonly keys: readonly string[];
  readonly numbers: Readonly<Record<string, number>>;
  readonly variants: readonly VariantDocument[];
  /** Spellings of option values by their key, where they differ from the stored ones. */
  readonly labels: Labels | null;
  /** A tsvector; null: unchanged, like the text. */
  readonly words: string | null;
  /** Its part that says what the product is. */
  readonly naming: string | null;
  readonly text_hash: number;
  /** Of the code that writes it. */
  readonly version: number;
}

/** A word of a text, and whether it says what the product is. */
export interface DocumentWord {
  readonly word: string;
  readonly stem: string;
  readonly isNaming: boolean;
}

export interface IndexedDocument {
  /** Without labels if the text has changed: they depend on the stored spellings. */
  readonly document: ProductDocument;
  /** Empty if the text has not changed. */
  readonly words: readonly DocumentWord[];
  /** Undefined if the text has not changed. */
  readonly optionValues: readonly OptionValue[] | undefined;
}

/** What the tables already contain of a product. */
export interface KnownDocument {
  readonly product_id: number;
  readonly category_id: number;
  readonly text_hash: number;
  readonly popularity: number;
  readonly keys: readonly string[];
  readonly variants: readonly VariantDocument[];
  readonly labels: Labels | null;
  readonly version: number;
}

/**
 * Increase it whenever products, or the built-in kinds, are indexed differently: all products are then indexed again. When you remove
 * the product filter with the highest `since`, add that number, because the version must not decrease.
 */
const CODE_VERSION = 7;
/** Nodes with a lower version leave the tables alone. */
export const VERSION = CODE_VERSION + FILTERS_SINCE;

/** Prefix of a stem that is not itself a word of the text. */
export const STEM_SIGN = '~';
/** Prefix of a word that says what the product is. */
export const NAMING_SIGN = '!';
/** The same without words of a name that only describe the thing, as in 'Bookshelf Speakers'. */
export const THING_SIGN = '^';
/** Prefix of a lexeme that is not a word of a text, such as a colour or a measure. */
export const KEY_SIGN = '=';
/** Prefix of a lexeme for each sample that contains the product. */
const SAMPLE_SIGN = '%';
/** Prefix of a lexeme for each popularity level that the product reaches. */
const LEVEL_SIGN = '+';
/** Prefix of a lexeme for each category that contains the product. */
const CATEGORY_SIGN = '@';
export const KEY_OF = { category: 'c:', brand: 'b:', tag: 't:', option: 'o:', custom: 'f:' } as const;
/** `popularity` is the sales class times this number, plus the number of reviews. */
export const SALES_CLASS = 2 ** 31;

/** PostgreSQL's weight labels, each with the lowest field weight it stands for. */
const WEIGHTS = [
  ['A', 128],
  ['B', 32],
  ['C', 16],
] as const;
const OPTIONS_WEIGHT = 4;
const KEY_WEIGHT = 32;

const letterOf = (weight: number): string => WEIGHTS.find(([, least]) => weight >= least)?.[0] ?? 'D';

export const popularityOf = ({ sold, review_count }: Pick<IndexedProductRow, 'sold' | 'review_count'>): number =>
  salesClass(sold) * SALES_CLASS + review_count;

const isOfNaming = (word: string): boolean => word.startsWith(NAMING_SIGN) || word.startsWith(THING_SIGN);

export const brandKeyOf = (brand: string): string => fold(brand.trim());
export const customKey = (key: string, value: string): string => `${KEY_OF.custom}${key}=${value}`;

/** Numbers of the samples of the products, from large to small. */
export const SAMPLES = [1, 2, 3] as const;
/** Each sample contains a quarter of the one before. */
export const sampleShare = (sample: number): number => 1 / 4 ** sample;
export const sampleLexeme = (sample: number): string => quoteLexeme(SAMPLE_SIGN + sample);
export const levelLexeme = (level: number): string => quoteLexeme(LEVEL_SIGN + level);
export const categoryLexeme = (id: number): string => quoteLexeme(CATEGORY_SIGN + id);

/** A random number from 0 to 1 that only depends on the product: the finalizer of MurmurHash3. */
function sampleNumber(productId: number): number {
  let bits = productId;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

const samplesOf = (productId: number): string[] =>
  SAMPLES.filter((sample) => sampleNumber(productId) < sampleShare(sample)).map((sample) => SAMPLE_SIGN + sample);

/** The level of products that have sold nothing, but have `2 ** LEVELS_OF_REVIEWS` reviews or more. */
const LEVELS_OF_REVIEWS = 16;

/** Each level takes twice the reviews or sales of the one below, so that few of them change it. A more popular product never has a lower level. */
export function popularityLevel(popularity: number): number {
  const sales = Math.floor(popularity / SALES_CLASS);
  if (sales > 0) return LEVELS_OF_REVIEWS + 1 + Math.floor(sales / 2);
  return Math.min(LEVELS_OF_REVIEWS, Math.floor(Math.log2(1 + popularity)));
}

const levelsOf = (popularity: number): string[] =>
  Array.from({ length: popularityLevel(popularity) }, (_, below) => LEVEL_SIGN + (below + 1));

/** Classes in steps of 40%, so that few sales change the class. */
const salesClass = (sold: number): number => Math.round(2 * Math.log2(1 + sold));

/** Collects the words of a text with the best weight of each. */
class WordList {
  readonly #letters = new Map<string, string>();
  readonly #words = new Map<string, DocumentWord>();

  add(word: string, letter: string): void {
    const stem = stemOf(word);
    const isNaming = letter < 'C';
    for (const form of stem === word ? [word] : [word, STEM_SIGN + stem]) {
      this.#put(form, letter);
      if (isNaming) this.#put(NAMING_SIGN + form, letter);
      if (letter === 'B') this.#put(THING_SIGN + form, letter);
    }
    if (isNaming || !this.#words.has(word)) this.#words.set(word, { word, stem, isNaming });
  }

  /** A thing in the name. */
  addThing(word: string): void {
    const stem = stemOf(word);
    for (const form of stem === word ? [word] : [word, STEM_SIGN + stem]) this.#put(THING_SIGN + form, 'A');
  }

  addText(text: string, weight: number): void {
    const letter = letterOf(weight);
    for (const word of indexedWords(text)) if (letter === 'A' || !isStopWord(word)) this.add(word, letter);
    for (const { key } of readMeasures(text)) this.add(KEY_SIGN + key, letter === 'A' ? 'B' : letter);
  }

  words(): DocumentWord[] {
    return [...this.#words.values()];
  }

  /** The weight of each lexeme. */
  letters(): ReadonlyMap<string, string> {
    return this.#letters;
  }

  /** In the text format of a tsvector; the position only carries the weight. @param marks further lexemes, for samples, popularity levels and categories */
  vector(marks: readonly string[], isKept: (word: string) => boolean = () => true): string {
    const words = [...this.#letters].flatMap(([word, letter]) =>
      isKept(word) ? [`${quoteLexeme(word)}:1${letter}`] : [],
    );
    return [...words, ...marks.map(quoteLexeme)].join(' ');
  }

  #put(word: string, letter: string): void {
    const known = this.#letters.get(word);
    if (known === undefined || letter < known) this.#letters.set(word, letter);
  }
}

/** A word as tsvector and tsquery write it. */
export const quoteLexeme = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`;

/** The lexemes of a category's name. `CategoryWords` looks them up, instead of storing them with each product. */
export function lexemesOfCategory(name: string): {
  readonly letters: ReadonlyMap<string, string>;
  readonly words: readonly DocumentWord[];
} {
  const list = new WordList();
  const { category, mixedCategory } = categoryNames([name]);
  for (const one of category) list.addText(one, SEARCH_WEIGHTS.category ?? 0);
  for (const one of mixedCategory) list.addText(one, MIXED_CATEGORY_WEIGHT);
  return { letters: list.letters(), words: list.words() };
}

/** The lexemes of a text, without those of its categories. */
function wordsOf({ specifications = {}, variants, category: _category, ...fields }: IndexedText): WordList {
  const list = new WordList();
  const texts: Record<string, unknown> = {
    ...fields,
    specifications: Object.entries(specifications).map(([name, value]) => `${name} ${value}`),
  };
  for (const [field, weight] of Object.entries(SEARCH_WEIGHTS))
    for (const part of [texts[field] ?? []].flat())
      for (const [text, counted] of weighted(field, String(part), weight)) list.addText(text, counted);
  const things = [headOfName(fields.name) ?? [], ...thingsOfName(fields.name)].flat();
  for (const thing of things) list.addThing(thing);
  for (const { joined, last } of joinedKindsOf(fields.name)) {
    list.add(joined, 'A');
    if (things.includes(last)) list.addThing(joined);
  }
  for (const value of optionValues(variants)) list.addText(value, OPTIONS_WEIGHT);
  for (const key of variantKeys(variants)) list.add(KEY_SIGN + key, letterOf(KEY_WEIGHT));
  return list;
}

function tagKeys({ tags }: IndexedText): string[] {
  const given = Array.isArray(tags) ? tags : [tags ?? []].flat();
  return given
    .map((tag) => fold(String(tag).trim()))
    .filter((tag) => tag !== '')
    .map((tag) => KEY_OF.tag + tag);
}

const isOfText = (key: string): boolean => key.startsWith(KEY_OF.tag) || key.startsWith(KEY_OF.option);

interface Definitions {
  readonly tree: CategoryTree<CategoryPlace>;
  /** Those that are filters. */
  readonly fields: readonly CustomField[];
}

function customOf(row: IndexedProductRow, fields: readonly CustomField[]) {
  const keys: string[] = [];
  const numbers: Record<string, number> = {};
  for (const field of fields) {
    const value = filterValueOf(field, row.custom ?? {}, row.category_id);
    if (value === undefined) continue;
    const number =
      field.kind === 'number' ? Number(value) : field.kind === 'date' ? dayNumber(String(value)) : undefined;
    if (number !== undefined) numbers[field.key] = number;
    else keys.push(customKey(field.key, String(value)));
  }
  return { keys, numbers };
}

/**
 * @param row its text contains the ids of categories, and is null if it has not changed.
 * @param known the row that the tables have so far.
 */
export function documentOf(
  row: IndexedProductRow,
  known: KnownDocument | undefined,
  { tree, fields }: Definitions,
): IndexedDocument {
  const inStock = new Set(row.in_stock);
  const read = row.text && spelledAlike(filteredVariants(row.text.variants));
  const variants: VariantDocument[] = read
    ? read.map(({ id, values }) => ({
        id,
        values: [...new Set(values.map(({ option, value }) => optionValueKey(option, value)))],
        stock: inStock.has(id),
      }))
    : (known?.variants ?? []).map((variant) => ({ ...variant, stock: inStock.has(variant.id) }));
  const custom = customOf(row, fields);
  const textKeys = row.text
    ? [...tagKeys(row.text), ...variants.flatMap(({ values }) => values.map((value) => KEY_OF.option + value))]
    : (known?.keys ?? []).filter(isOfText);
  const brandKey = row.brand === null ? null : brandKeyOf(row.brand);
  const path = tree.pathOf(row.category_id).map(({ id }) => id);
  const list = row.text ? wordsOf(row.text) : undefined;
  const popularity = popularityOf(row);
  const categories = row.text?.category.map((id) => CATEGORY_SIGN + id) ?? [];
  const marks = [...samplesOf(row.id), ...levelsOf(popularity), ...categories];
  return {
    document: {
      product_id: row.id,
      category_id: row.category_id,
      name_key: fold(row.name),
      brand: row.brand?.trim() ?? null,
      brand_key: brandKey,
      price: row.price,
      is_on_sale: row.is_on_sale,
      created_at: row.created_at,
      rating: row.rating,
      popularity,
      in_stock: row.stock > 0,
      keys: [
        ...new Set([
          ...(path.length > 0 ? path : [row.category_id]).map((id) => KEY_OF.category + id),
          ...(brandKey === null ? [] : [KEY_OF.brand + brandKey]),
          ...textKeys,
          ...custom.keys,
        ]),
      ],
      numbers: custom.numbers,
      variants,
      labels: row.text ? null : (known?.labels ?? null),
      words: list?.vector(marks) ?? null,
      naming: list?.vector(marks, isOfNaming) ?? null,
      text_hash: row.text_hash,
      version: VERSION,
    },
    words: list?.words() ?? [],
    optionValues: read?.flatMap(({ values }) => values),
  };
}
