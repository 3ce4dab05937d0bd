import { z } from 'zod';
import { CUSTOM_FIELD_KINDS } from '#domain/custom-fields.ts';
import { MAX_AMOUNT, parseDecimal } from '#domain/money.ts';
import { SIZE_GROUPS } from '#domain/option-values.ts';
import { CARD_FIELDS, PAGE_FIELDS } from '#domain/product-fields.ts';
import { defineEndpoints } from '../endpoint.ts';
import { nothing, paged } from '../envelope.ts';
import { amount, idParam, moment, page, perPage } from '../fields.ts';
import { withNamedFilters } from '../named-filters.ts';
import { productShape } from '../product-shape.ts';
import { categoryOfProduct } from './categories.ts';

/** At most 8 featured products on the home page and 4 related ones on a product page (storefront §9). */
export const MAX_FEATURED = 8;
export const MAX_RELATED = 4;
export const MAX_RECOMMENDED = 4;
/** Products that can be named in a request, such as the lines of a cart. */
const MAX_MATCHED = 100;
export const MAX_SUGGESTED_PRODUCTS = 6;
export const MAX_SUGGESTED_CATEGORIES = 3;
/** Longer search texts are cut, so that pasted text still finds something. */
const MAX_SEARCH_LENGTH = 200;

/** A list shows products of at most this many chosen brands. */
const MAX_BRANDS = 30;

export const SORT_KEYS = ['name', 'price', 'created_at', 'average_rating'] as const;
/** The merchant's order of a category; by name where there is none. */
export const FEATURED = 'featured';
export type SortKey = (typeof SORT_KEYS)[number];

const productCategory = z.object({ id: z.int(), name: z.string(), slug: z.string() });

const choiceHint = z.object({
  /** Such as `Colour`. */
  name: z.string(),
  /** The first five, in the merchant's order. */
  values: z.array(z.string()),
  /** A colour for each of `values`, as `#rrggbb`; empty if they are shown as text. */
  swatches: z.array(z.string()),
  /** Total number of values. */
  count: z.int(),
});

/** A product in a list: every field of storefront §3. */
export const productCard = z.object({
  id: z.int(),
  slug: z.string(),
  ...productShape(CARD_FIELDS),
  /** The beginning, longer than a card shows. */
  description: z.string(),
  /** Available units, summed over variants; 0 is out of stock. */
  stock: z.int(),
  /** Of the first level. */
  category: productCategory,
  /** A product with variants is chosen on its own page. */
  has_variants: z.boolean(),
  /** The options of its variants, for cards; the one shown by swatches comes first. */
  choices: z.array(choiceHint),
  average_rating: z.string(),
  review_count: z.int(),
  created_at: moment,
  updated_at: moment,
  /**
   * The first variant that matches the list's filters by options, and the colours and sizes in its search text; missing
   * without such filters. `options` are those that the filters decide: a shopper who chose a colour still chooses a size.
   */
  matching_variant: z
    .object({ id: z.int(), options: z.record(z.string(), z.string()), image: z.string().nullable() })
    .optional(),
  /** What plug-ins say about the product, by plug-in; missing where none does. */
  extensions: z.record(z.string(), z.unknown()).optional(),
});
export type ProductCard = z.output<typeof productCard>;

/** The value of a custom field, for the specifications of a product. */
const customValue = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(CUSTOM_FIELD_KINDS),
  /** A date as `2026-01-31`, a choice by its value. */
  value: z.union([z.string(), z.number(), z.boolean()]),
  /** As shoppers read it, such as `12.5 cm`. */
  text: z.string(),
});

export const productVariant = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  /** Such as `{"Colour": "Mist", "Size": "M"}`. */
  options: z.record(z.string(), z.string()),
  /** Added to the product's sale price or price; may be negative. */
  price_modifier: amount,
  stock: z.int(),
  image: z.string().nullable(),
  /** Swatch colour, as `#rrggbb`; null: shown by name. */
  swatch: z.string().nullable(),
});
export type ProductVariant = z.output<typeof productVariant>;

/** A product on its own page. */
export const product = productCard.extend({
  ...productShape(PAGE_FIELDS),
  description: z.string(),
  category: categoryOfProduct,
  /** Alt texts of `images`, in the same order. */
  image_alts: z.array(z.string()),
  /** The custom fields that it has a value of, in the merchant's order. */
  custom: z.array(customValue),
  /** In the merchant's order; empty for a product without variants. */
  variants: z.array(productVariant),
});
export type Product = z.output<typeof product>;

/**
 * Number of products for each option together with the list's other filters: a brand counts as if it replaced the
 * current brand, and so on.
 */
export const facets = z.object({
  /** Of the first level; a count includes the categories below. */
  categories: z.array(productCategory.extend({ count: z.int() })),
  /** Of the chosen category: those on the path to it, and those directly below it. */
  subcategories: z.array(productCategory.extend({ parent_id: z.int(), count: z.int() })),
  /** The most frequent brands. */
  brands: z.array(z.object({ name: z.string(), count: z.int() })),
  /** Products with at least this many stars. */
  ratings: z.array(z.object({ min: z.int(), count: z.int() })),
  in_stock: z.int(),
  on_sale: z.int(),
  /** Range of effective prices; null when nothing was found. */
  price: z.object({ min: amount, max: amount }).nullable(),
  /** Custom fields that are marked as filters: those for all products, of the chosen category, and those in use. */
  custom: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      kind: z.enum(CUSTOM_FIELD_KINDS),
      unit: z.string(),
      /** Of a choice; of a yes/no field `true` and `false`. Filter by `custom.<key>=<value>,<value>`. */
      choices: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
      /** Of a number or a date. Filter by `custom.<key>.min` and `custom.<key>.max`. */
      range: z.object({ min: z.string(), max: z.string() }).nullable(),
    }),
  ),
  /** Options of variants, such as colours and sizes; a product counts once for each value. */
  options: z.array(
    z.object({
      key: z.string(),
      /** The merchant's name of the option. */
      label: z.string(),
      /** Sizes from small to large, colours by family. Filter by `option.<key>=<value>,<value>`. */
      values: z.array(
        z.object({
          value: z.string(),
          label: z.string(),
          count: z.int(),
          /** Of a colour, as `#rrggbb`. */
          swatch: z.string().nullable(),
          /** The system of a size. */
          system: z.enum(SIZE_GROUPS).nullable(),
        }),
      ),
    }),
  ),
});
export type Facets = z.output<typeof facets>;

export const productPage = paged(productCard).extend({
  /** The corrected search text, when a word of the original occurs nowhere in the shop. */
  corrected_search: z.string().nullable(),
  /** How the search text was understood; missing where all of its words were simply looked for. */
  understood_search: z
    .object({
      /** Parts that narrow the list like filters, such as 'under 200', each with the search text without it. */
      filters: z.array(
        z.object({
          label: z.string(),
          without: z.string(),
          /** The parameters of the list that say the same, such as `{"maxPrice": "200"}`. */
          parameters: z.record(z.string(), z.string()).optional(),
        }),
      ),
      /** The search text without the filters that have parameters. */
      words: z.string(),
      /** Words and filters that were left out because no product fits all of them. */
      dropped: z.array(z.string()),
    })
    .optional(),
  /** Where a search found nothing: categories that may hold what is meant. */
  suggested_categories: z.array(productCategory).optional(),
  /** The merchant has put the products of this category into an order, which `sortBy=featured` shows. */
  has_featured_order: z.literal(true).optional(),
  /** The page of the shop that the merchant shows instead of these results. */
  redirect_to: z.string().optional(),
  /** Only with `facets=true`. */
  facets: facets.optional(),
});
export type ProductPage = z.output<typeof productPage>;

/** Suggestions for an incomplete search text. */
export const suggestions = z.object({
  products: z.array(
    productCard.pick({ id: true, name: true, slug: true, price: true, sale_price: true }).extend({
      image: z.string().nullable(),
    }),
  ),
  categories: z.array(productCategory),
  /** The corrected text, when a word of it occurs nowhere. */
  corrected_search: z.string().nullable(),
});
export type Suggestions = z.output<typeof suggestions>;

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
const shortened = (text: string): string => text.trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed();
const NO_CONTROL = 'Control characters are not allowed.';

const searchText = z.string().refine(isPrintable, NO_CONTROL).transform(shortened);

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

const filters = {
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

const optionalSearch = { search: z.preprocess(asText, searchText.optional()) } as const;
const optionalCategory = { category: z.preprocess(blankAsMissing, idParam.optional()) } as const;
const wantedText = {
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

/** With the filters by custom fields and options, whose names only the shop's own data tells. */
const listQuery = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object(shape)
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
const productIds = z.preprocess(
  blankAsMissing,
  z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/, 'Must be ids separated by commas.')
    .transform((ids) => ids.split(',').map(Number))
    .refine((ids) => ids.length <= MAX_MATCHED, `At most ${MAX_MATCHED} products.`)
    .optional(),
);

/** `{id}` is a product's id if it is a number, otherwise its slug. */
const productParams = z.object({ id: z.string() });

export const productEndpoints = defineEndpoints({
  'GET /products': {
    access: 'public',
    shared: true,
    summary:
      'The active products, filtered, searched, sorted and paged. Custom fields filter by `custom.<key>`, `.min` and `.max`; options of variants by `option.<key>=<value>,<value>`, with values as in `facets.options`. One variant has to match all options, and be in stock with `inStock`. With `ids`, which are separated by commas, only these products, in this order unless sorted',
    query: listQuery({ ...optionalSearch, ...optionalCategory, ...filters, ids: productIds }),
    data: productPage,
    refusals: ['server.starting'],
  },
  'GET /products/featured': {
    access: 'public',
    shared: true,
    summary: 'The newest featured products, for the home page',
    data: z.array(productCard),
  },
  'GET /products/search': {
    access: 'public',
    shared: true,
    summary: 'The products for a search text `q`',
    query: listQuery({ ...wantedText, ...optionalCategory, ...filters }),
    data: productPage,
    refusals: ['server.starting'],
  },
  'GET /products/suggestions': {
    access: 'public',
    shared: true,
    summary: 'Suggestions for the incomplete search text `q`',
    query: z.object(wantedText),
    data: suggestions,
    refusals: ['server.starting'],
  },
  'GET /products/recommendations': {
    access: 'public',
    shared: true,
    summary:
      'What can be bought together with the products `for`, which are ids separated by commas; without them, bestsellers',
    query: z.object({ for: productIds }),
    data: z.array(productCard),
    refusals: ['server.starting'],
  },
  'POST /search/clicks': {
    access: 'public',
    summary: 'Counts that a product was opened from the results of a search, without anything about who did it',
    body: z.object({ search: searchText }),
    data: nothing,
  },
  'GET /products/{id}': {
    access: 'public',
    shared: true,
    summary: 'One active product, by its id or its slug',
    params: productParams,
    data: z.object({ product }),
    refusals: ['product.not_found'],
  },
  'GET /products/{id}/related': {
    access: 'public',
    shared: true,
    summary: 'Products that are similar or bought together with it; those in stock come first',
    params: productParams,
    data: z.array(productCard),
    refusals: ['server.starting', 'product.not_found'],
  },
  'GET /categories/{id}/products': {
    access: 'public',
    shared: true,
    summary: 'The list of products of one category',
    params: z.object({ id: idParam }),
    query: listQuery({ ...optionalSearch, ...filters }),
    data: productPage,
    refusals: ['server.starting', 'category.not_found'],
  },
});
