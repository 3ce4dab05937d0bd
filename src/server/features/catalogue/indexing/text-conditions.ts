import { COLOUR, isSizeMeant, type OptionCondition, SIZE } from '#domain/catalogue/option-values.ts';
import { type ReadFilter, type SearchIntent, withoutPart } from '#domain/search/search-intent.ts';
import { isTelling } from '#server/features/search/index.ts';
import type { CatalogueFilter, ListCondition, SearchUnderstanding } from '../search-engine.ts';

/** For a text that is taken literally; callers fill in the words. */
export const NO_INTENT: SearchIntent = {
  text: '',
  filters: [],
  minPrice: undefined,
  maxPrice: undefined,
  isOnSale: undefined,
  isInStock: undefined,
  preference: undefined,
};

/** Whether a filter from a text is a column of a product; others are words for the text index. */
export const isCondition = ({ kind }: ReadFilter): boolean => kind === 'price' || kind === 'sale' || kind === 'stock';

/** Whether a text consists of filters only, so that it finds every product that meets them. */
export function isFilterOnly({ text, filters, preference }: SearchIntent): boolean {
  const hasWordFilters = filters.some((one) => !isCondition(one));
  return !hasWordFilters && (filters.length > 0 || preference !== undefined) && !isTelling(text);
}

/** The filter of a list with the conditions of its text. */
export function withConditions<F extends CatalogueFilter>(filter: F, intent: SearchIntent): F {
  const { minPrice = intent.minPrice, maxPrice = intent.maxPrice } = filter;
  return {
    ...filter,
    minPrice: intent.minPrice === undefined || minPrice === undefined ? minPrice : Math.max(minPrice, intent.minPrice),
    maxPrice: intent.maxPrice === undefined || maxPrice === undefined ? maxPrice : Math.min(maxPrice, intent.maxPrice),
    isOnSale: filter.isOnSale ?? intent.isOnSale,
    isInStock: filter.isInStock ?? intent.isInStock,
  };
}

/**
 * The condition on an option that a colour or size in a text stands for; none if no product has it.
 * @param valuesWhere the values of an option that products have
 */
export function optionsMeantBy(
  { kind, keys }: ReadFilter,
  valuesWhere: (option: string, isWanted: (value: string) => boolean) => string[],
): OptionCondition[] {
  if (kind !== 'colour' && kind !== 'size') return [];
  const meant = keys.map((key) => key.slice(key.indexOf(' ') + 1));
  const isMeant = (value: string): boolean =>
    kind === 'colour' ? meant.includes(value) : meant.some((key) => isSizeMeant(value, key));
  const key = kind === 'colour' ? COLOUR : SIZE;
  const values = valuesWhere(key, isMeant);
  return values.length > 0 ? [{ key, values }] : [];
}

/** The list condition equivalent to a filter from a text; undefined if there is none. */
function conditionOf(
  { kind }: ReadFilter,
  { minPrice, maxPrice }: SearchIntent,
  options: readonly OptionCondition[],
): ListCondition | undefined {
  if (kind === 'price') return { minPrice, maxPrice };
  if (kind === 'sale') return { isOnSale: true };
  if (kind === 'stock') return { isInStock: true };
  return options.length > 0 ? { options } : undefined;
}

/** How a text was understood; undefined if it was a plain search. @param typed the whole text */
export function understandingOf(
  typed: string,
  intent: SearchIntent,
  dropped: readonly string[],
  optionsOf: (filter: ReadFilter) => readonly OptionCondition[],
): SearchUnderstanding | undefined {
  const filters = intent.filters.filter(({ label }) => !dropped.includes(label));
  if (filters.length === 0 && dropped.length === 0) return undefined;
  return {
    dropped,
    filters: filters.map((one) => ({
      label: one.label,
      without: withoutPart(typed, one),
      start: one.start,
      end: one.end,
      condition: conditionOf(one, intent, optionsOf(one)),
    })),
  };
}
