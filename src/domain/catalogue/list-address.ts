import { escapeFilterText, unescapeFilterText } from './escape-filter-text.ts';

/** The filters of a product list by their parameter names, in canonical order (storefront §2, §3). */
const FILTER_NAMES = [
  'search',
  'category',
  'brand',
  'minPrice',
  'maxPrice',
  'minRating',
  'inStock',
  'onSale',
  'sortBy',
  'sortOrder',
] as const;

/** A filter by a custom field: `custom.wood` (values with commas between them), `custom.width.min`. */
export type CustomFilterName = `custom.${string}`;
/** A filter by a product field: `field.material`, `field.weight.min`. Several values are several parameters, like brands. */
export type FieldFilterName = `field.${string}`;
/** A filter by an option of variants: `option.colour`, with values like those of custom fields. */
export type OptionFilterName = `option.${string}`;
export type FilterName = (typeof FILTER_NAMES)[number] | CustomFilterName | FieldFilterName | OptionFilterName;
/** Several values are joined by commas; brands and texts of product fields can contain commas and are joined by line breaks. */
export type Filters = { [F in FilterName]?: string | undefined };

/** State of a product list URL. */
export interface ListQuery {
  filters: Filters;
  page: number;
  /** The category in the path `/products/category/{id}`. */
  pathCategory: string | null;
  /** Set for a list with its own page, such as a collection's. Its order is one word, `sort`, without a default. */
  path?: string | undefined;
}

/** Default of the list and of the sort select (storefront §9). */
export const DEFAULT_SORT = 'name.asc';
/** The sort select's value, `sortBy.sortOrder`, as a form without scripts sends it. */
const SORT = 'sort';
/** Sent by forms whose default is relevance or the merchant's order: only there is `name.asc` an explicit choice. */
export const BY_RELEVANCE = 'byRelevance';
const OWN_NAMES: ReadonlySet<string> = new Set([...FILTER_NAMES, SORT, BY_RELEVANCE, 'page']);

/** Filters whose names come from the shop's data: by fields and by options. */
export const isNamedFilter = (name: string): name is CustomFilterName | FieldFilterName | OptionFilterName =>
  /^(custom|field|option)\./.test(name);

/** In the order of the address: named filters stand before the order of the list. */
function namesOf(filters: Filters): FilterName[] {
  const named = Object.keys(filters).filter(isNamedFilter).sort();
  const at = FILTER_NAMES.indexOf('sortBy');
  return [...FILTER_NAMES.slice(0, at), ...named, ...FILTER_NAMES.slice(at)];
}

/** What stands between several values of a filter; undefined for a filter with one. */
const separatorOf = (name: string): string | undefined =>
  /^(brand$|field\.)/.test(name) ? '\n' : isNamedFilter(name) ? ',' : undefined;

/** The values of a filter. */
export const filterValues = (name: string, value = ''): string[] =>
  value.split(separatorOf(name) ?? '\n').filter(Boolean);

/** The filter with these values: each once, in one form, and in one order. */
export const joinValues = (name: string, values: readonly string[]): string => {
  const trimmed = values.map((value) => value.trim());
  // Percent signs and commas of texts; values of choices have neither.
  const each = name.startsWith('custom.')
    ? trimmed.map((value) => escapeFilterText(unescapeFilterText(value)))
    : trimmed;
  return [...new Set(each)].filter(Boolean).sort().join(separatorOf(name));
};

/** The filters of a form or an address, in which a name can stand several times. */
export function filtersOf(entries: Iterable<readonly [string, string]>): Filters & Record<string, string> {
  const filters: Record<string, string> = {};
  for (const [name, value] of entries) {
    const before = filters[name];
    const separator = separatorOf(name);
    filters[name] = separator && before ? before + separator + value : value;
  }
  return filters;
}

/** The filters with another sort order. */
export function withSort(filters: Filters, sort: string): Filters {
  const { sortBy: _, sortOrder: __, ...others } = filters;
  const [sortBy = '', sortOrder = ''] = sort.split('.');
  return { ...others, sortBy, sortOrder };
}

export function readListQuery(
  search: URLSearchParams,
  pathCategory: string | null = null,
  path?: string | undefined,
): ListQuery {
  const page = Number(search.get('page'));
  const { [SORT]: sort, [BY_RELEVANCE]: byRelevance, ...given } = filtersOf(search);
  const isDefault = sort === DEFAULT_SORT && byRelevance === undefined;
  const filters: Filters =
    sort === undefined && !path ? given : withSort(given, !path && isDefault ? '' : (sort ?? ''));
  return {
    filters: cleaned({ ...filters, ...(pathCategory && { category: pathCategory }) }, path !== undefined),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pathCategory,
    path,
  };
}

/** The canonical URL of a list. A changed filter starts at page 1. */
export function listAddress(list: Omit<ListQuery, 'page'>, page = 1): string {
  return addressOf(canonicalParts({ ...list, page }));
}

/** The list URL of a search text. */
export const searchAddress = (search: string): string => listAddress({ filters: { search }, pathCategory: null });

/**
 * The canonical URL for a list URL: without empty and default parameters, trimmed, in fixed order. Foreign parameters,
 * such as those of a campaign, are appended.
 * @returns null when the URL is already canonical, however its characters are encoded
 */
export function canonicalListAddress(
  search: URLSearchParams,
  pathCategory: string | null = null,
  ownPath?: string | undefined,
): string | null {
  const { path, parameters } = canonicalParts(readListQuery(search, pathCategory, ownPath));
  const others = [...search].filter(([name]) => !OWN_NAMES.has(name) && !isNamedFilter(name));
  const all = [...parameters, ...others];
  const given = [...search];
  const isSame =
    all.length === given.length && all.every(([name, value], at) => given[at]?.[0] === name && given[at][1] === value);
  return isSame ? null : addressOf({ path, parameters: all });
}

type Parameter = readonly [name: string, value: string];
interface Parts {
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

function canonicalParts({ filters, pathCategory, page, path = '/products' }: ListQuery): Parts {
  const isOwn = path !== '/products';
  const { category, ...others } = cleaned(filters, isOwn);
  const isInPath = pathCategory !== null && category === pathCategory;
  const shown: Filters = isInPath || !category ? others : { ...others, category };
  const parameters = namesOf(shown).flatMap((name): Parameter[] => {
    const value = shown[name] ?? '';
    const values = separatorOf(name) === '\n' ? filterValues(name, value) : [value];
    return values.filter(Boolean).map((one) => [isOwn && name === 'sortBy' ? SORT : name, one]);
  });
  return {
    path: isInPath ? `/products/category/${encodeURIComponent(pathCategory)}` : path,
    parameters: page > 1 ? [...parameters, ['page', String(page)]] : parameters,
  };
}

/** Encodes a space as `%20`, as every link of the lists does. */
export function addressOf({ path, parameters }: Parts): string {
  const search = parameters.map((parameter) => parameter.map(encodeURIComponent).join('=')).join('&');
  return search === '' ? path : `${path}?${search}`;
}

/**
 * Only non-empty filters that differ from the default: name ascending, or relevance for a search. A category can have an
 * order of its own; there, sorting by name is not the default.
 * @param isOwnList for a list with its own page: every order is explicit, and there is no search
 */
function cleaned(all: Filters, isOwnList: boolean): Filters {
  const filters: Filters = {};
  for (const name of namesOf(all)) {
    const given = all[name]?.trim();
    const value = separatorOf(name) ? joinValues(name, filterValues(name, given)) : given;
    const isDefault =
      name === 'sortBy'
        ? value === 'name' && !isOwnList && !all.search?.trim() && !all.category
        : name === 'sortOrder' && value === 'asc';
    if (value && !isDefault && !(isOwnList && name === 'search')) filters[name] = value;
  }
  return filters;
}
