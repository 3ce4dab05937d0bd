import { z } from 'zod';
import { type FilterField, PRODUCT_FILTERS } from '#domain/catalogue/filter-fields.ts';
import { cutText } from '#domain/cut-text.ts';
import { MAX_AMOUNT, parseDecimal } from '#domain/money/money.ts';
import { MAX_PRODUCT_SEARCH } from '#domain/search/search-limits.ts';
import { idParam, NO_CONTROL, page, perPage } from '../fields.ts';
import { withNamedFilters } from '../named-filters.ts';

/** Products that can be named in a request, such as the lines of a cart. */
const MAX_MATCHED = 100;

/** A list shows products of at most this many chosen brands. */
const MAX_BRANDS = 30;

export const SORT_KEYS = ['name', 'price', 'created_at', 'average_rating'] as const;
/** The merchant's order of a category; by name where there is none. */
export const FEATURED = 'featured';
export type SortKey = (typeof SORT_KEYS)[number];

type QueryValue = string | number | boolean | undefined;

/** A blank field of a filter form counts as missing. */
function blankAsMissing(value: QueryValue): QueryValue {
  return typeof value === 'string' && value.trim() === '' ? undefined : value;
}

/** Numbers and booleans of a typed caller are parsed like query parameters. */
function asText(value: QueryValue): QueryValue {
  const given = blankAsMissing(value);
  return typeof given === 'number' || typeof given === 'boolean' ? String(given) : given;
}

/** One or several values of a parameter. */
function asList(value: QueryValue | readonly QueryValue[]): readonly QueryValue[] | undefined {
  const given = [value].flat().filter((one) => blankAsMissing(one) !== undefined);
  return given.length > 0 ? given : undefined;
}

const CONTROL = /[^\P{Cc}\t\n\r]/u;

const isPrintable = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text);
const shortened = (text: string): string => cutText(text.trim(), MAX_PRODUCT_SEARCH);

export const searchText = z.string().refine(isPrintable, NO_CONTROL).transform(shortened);

const brandNames = z
  .array(z.string())
  .max(MAX_BRANDS)
  .refine((names) => names.every(isPrintable), NO_CONTROL)
  .transform((names) => names.map(shortened));

/** Dollars with at most two decimals; parsed as cents. */
const price = z.string().transform((text, context) => {
  const amount = parseDecimal(text);
  if (amount !== undefined) return amount;
  context.issues.push({
    code: 'custom',
    input: text,
    message: 'Please enter an amount of at least 0 with at most two decimals.',
  });
  return z.NEVER;
});

const flag = z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1');

export const filters = {
  /** Sale price if present, otherwise the price, in dollars. */
  minPrice: z.preprocess(asText, price.optional()),
  maxPrice: z.preprocess(asText, price.optional()),
  inStock: z.preprocess(asText, flag.optional()),
  onSale: z.preprocess(asText, flag.optional()),
  /** Any of the brands, each in a parameter of its own. */
  brand: z.preprocess(asList, brandNames.optional()),
  minRating: z.preprocess(blankAsMissing, z.coerce.number().min(0).max(5).optional()),
  /** Default: by name; by relevance with a search text; `featured` in a category that has an order of the merchant's. */
  sortBy: z.preprocess(blankAsMissing, z.enum([...SORT_KEYS, FEATURED]).optional()),
  sortOrder: z.preprocess(blankAsMissing, z.enum(['asc', 'desc']).optional()),
  page: z.preprocess(blankAsMissing, page),
  per_page: z.preprocess(blankAsMissing, perPage),
  facets: z.preprocess(asText, flag.optional()),
} as const;

const { sortBy: _, sortOrder: __, ...unsorted } = filters;

export const optionalSearch = { search: z.preprocess(asText, searchText.optional()) } as const;
export const optionalCategory = { category: z.preprocess(blankAsMissing, idParam.optional()) } as const;
export const wantedText = {
  q: z.preprocess(asText, searchText),
} as const;

interface PriceRange {
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
}

function isRange({ minPrice = 0, maxPrice = MAX_AMOUNT }: PriceRange): boolean {
  return minPrice <= maxPrice;
}

const wrongRange = { path: ['minPrice'], error: 'The lowest price is above the highest.' };

const documented = (schema: { readonly type: string; readonly [keyword: string]: unknown }) =>
  z.unknown().optional().meta(schema);

/** The parameters of product fields that are filters. Only documented here: values are validated with those of custom fields. */
export function fieldParameters(fields: readonly FilterField[]): Record<string, z.ZodType> {
  const parameters = fields.flatMap(({ key, kind }): [string, z.ZodType][] => {
    if (kind === 'text') return [[key, documented({ type: 'array', items: { type: 'string' } })]];
    if (kind === 'flag') return [[key, documented({ type: 'string', enum: ['true', 'false'] })]];
    return ['min', 'max'].map((end) => [`${key}.${end}`, documented({ type: 'number' })]);
  });
  return Object.fromEntries(parameters);
}

const FIELD_PARAMETERS = fieldParameters(PRODUCT_FILTERS);

/** Adds the filters by custom fields, product fields and options, whose names come from the shop's data. */
export const listQuery = <S extends z.ZodRawShape>(shape: S) =>
  z
    // In types, they belong to the parameters whose names are not known here.
    .object({ ...shape, ...FIELD_PARAMETERS } as S)
    .catchall(z.unknown())
    .refine(isRange, wrongRange)
    // Drops undeclared parameters, such as those of other lists: they are not validated.
    .transform((query) => withNamedFilters(query, Object.keys(shape)));

/**
 * The query of another list of products that shoppers filter: the filters of `GET /products` without its search and order.
 * @param shape further parameters
 */
export const productListQuery = <S extends z.ZodRawShape>(shape: S) =>
  listQuery({ ...optionalCategory, ...unsorted, ...shape });
/** A parsed `productListQuery`. */
export type ProductListQuery = z.output<ReturnType<typeof productListQuery<Record<never, never>>>>;

/** Ids separated by commas. */
export const productIds = z.preprocess(
  blankAsMissing,
  z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/, 'Must be ids separated by commas.')
    .transform((ids) => ids.split(',').map(Number))
    .refine((ids) => ids.length <= MAX_MATCHED, `At most ${MAX_MATCHED} products.`)
    .optional(),
);
