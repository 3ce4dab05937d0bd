import {
  type FilterName,
  type Filters,
  filterValues,
  isNamedFilter,
  joinValues,
} from '#domain/catalogue/list-address.ts';
import { parseDecimal } from '#domain/money/money.ts';
import { formatPrice, formatShortPrice } from '#web/shared/money.ts';
import type { ListFacets } from './list-facets.ts';

/** A chosen filter. */
export interface Chip {
  /** Its parameter and value: the same condition has the same id, wherever it comes from. */
  readonly id: string;
  readonly text: string;
  /** The filters without it. */
  readonly rest: Filters;
}

/** A part of the search text that acts as a filter. */
export interface SearchFilter {
  readonly label: string;
  /** The search text without it. */
  readonly without: string;
  /** The filters that say the same; missing where none does. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

export interface ChipList {
  readonly filters: Filters;
  /** The same with what the search text says of filters; its search is the rest of the text. */
  readonly shown: Filters;
  readonly searchFilters: readonly SearchFilter[];
  readonly categories: readonly { id: number; name: string }[];
  readonly facets: ListFacets | null;
}

/** The URL can contain anything; the list shows the error. */
const price = (value: string) => (parseDecimal(value) === undefined ? value : formatPrice(value));

type Words = (value: string) => string;

function wordsOf({ categories }: ChipList): Partial<Record<string, Words>> {
  return {
    category: (value) => categories.find(({ id }) => String(id) === value)?.name ?? `Category ${value}`,
    brand: (value) => value,
    minPrice: (value) => `From ${price(value)}`,
    maxPrice: (value) => `Up to ${price(value)}`,
    minRating: (value) => `${value} stars & up`,
    inStock: () => 'In stock',
    onSale: () => 'On sale',
  };
}

/** Fields by label and value, options by value. */
function namedWords(name: string, facets: ListFacets | null): Words {
  const [kind, key, end] = name.split('.');
  if (kind === 'option') {
    const facet = facets?.options.find((one) => one.key === key);
    const labelOf = (value: string) => facet?.values.find((one) => one.value === value)?.label ?? value;
    if (key === 'colour') return labelOf;
    return (value) => (key === 'size' ? `Size ${labelOf(value)}` : `${facet?.label ?? key}: ${labelOf(value)}`);
  }
  const facet = facets?.custom.find((one) => one.name === `${kind}.${key}`);
  const { label = key, unit = '', choices = [] } = facet ?? {};
  if (end) return (value) => `${label} ${end === 'min' ? 'from' : 'up to'} ${value}${unit && ` ${unit}`}`;
  return (value) => `${label}: ${choices.find((choice) => choice.value === value)?.label ?? value}`;
}

const isBound = (name: string) => name.endsWith('.min') || name.endsWith('.max');
const hasSeveral = (name: string) => name === 'brand' || (isNamedFilter(name) && !isBound(name));

/** A price is typed with its currency or without; the chip names it. */
function spoken(label: string, { minPrice, maxPrice }: NonNullable<SearchFilter['parameters']>): string {
  if (minPrice && maxPrice) return `Between ${formatShortPrice(minPrice)} and ${formatShortPrice(maxPrice)}`;
  if (maxPrice) return `Under ${formatShortPrice(maxPrice)}`;
  return minPrice ? `Over ${formatShortPrice(minPrice)}` : label;
}

/** One chip for each condition, whether it is a filter or in the search text. */
export function filterChips(list: ChipList): Chip[] {
  const { filters, shown, searchFilters, facets } = list;
  const words = wordsOf(list);
  const ofSearch: Chip[] = shown.search
    ? [{ id: 'search', text: `“${shown.search}”`, rest: { ...shown, search: '' } }]
    : [];
  const ofFilters = Object.keys(filters)
    .filter((name): name is FilterName => name in words || isNamedFilter(name))
    .flatMap((name) => {
      const say = words[name] ?? namedWords(name, facets);
      const value = filters[name] ?? '';
      const values = hasSeveral(name) ? filterValues(name, value) : [value];
      return values.map((one) => ({
        id: `${name}=${one}`,
        text: say(one),
        rest: {
          ...filters,
          [name]: joinValues(name, values.length > 1 ? values.filter((other) => other !== one) : []),
        },
      }));
    });
  const chips = new Map([...ofSearch, ...ofFilters].map((chip) => [chip.id, chip]));
  for (const { label, without, parameters = {} } of searchFilters) {
    const ids = Object.entries(parameters).flatMap(([name, value]) =>
      filterValues(name, value).map((one) => `${name}=${one}`),
    );
    const same = ids.flatMap((id) => chips.get(id) ?? []);
    for (const chip of same) chips.set(chip.id, { ...chip, rest: { ...chip.rest, search: without } });
    if (same.length === 0)
      chips.set(label, { id: label, text: spoken(label, parameters), rest: { ...filters, search: without } });
  }
  return [...chips.values()];
}

/** Whether products are left without a chip's condition: facets are counted without the condition of their own kind. */
export function isWorthRemoving({ id }: Chip, facets: ListFacets): boolean {
  const [name = ''] = id.split('=');
  const [kind, key] = name.split('.');
  const isCounted = (values: readonly { count: number }[] = []) => values.some(({ count }) => count > 0);
  if (kind === 'option') return isCounted(facets.options.find((one) => one.key === key)?.values);
  if (key) {
    const facet = facets.custom.find((one) => one.name === `${kind}.${key}`);
    return isCounted(facet?.choices) || facet?.range != null;
  }
  if (name === 'brand') return isCounted(facets.brands);
  if (name === 'category') return isCounted(facets.categories);
  if (name === 'minRating') return isCounted(facets.ratings);
  return (name === 'minPrice' || name === 'maxPrice') && facets.price !== null;
}
