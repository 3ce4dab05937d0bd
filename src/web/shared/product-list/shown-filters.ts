import { type FilterName, type Filters, filterValues, joinValues } from '#domain/catalogue/list-address.ts';
import type { SearchFilter } from './chips.ts';

/**
 * The filters with those of the search text, as the panel shows them: what the text says and what was chosen are one thing
 * to the shopper. The first change in the panel turns words into filters.
 * @param words the search text without its filters
 */
export function shownFilters(
  filters: Filters,
  searchFilters: readonly SearchFilter[],
  words: string | undefined,
): Filters {
  const shown: Filters = { ...filters, ...(words !== undefined && { search: words }) };
  for (const [name, value] of searchFilters.flatMap(({ parameters }) => Object.entries(parameters ?? {}))) {
    const own = name as FilterName;
    const before = shown[own];
    if (own.startsWith('option.'))
      shown[own] = joinValues(own, [...filterValues(own, before), ...filterValues(own, value)]);
    else if (!before) shown[own] = value;
    else if (own === 'maxPrice') shown[own] = String(Math.min(Number(before), Number(value)));
    else if (own === 'minPrice') shown[own] = String(Math.max(Number(before), Number(value)));
  }
  return shown;
}
