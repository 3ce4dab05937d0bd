import { z } from 'zod';
import { CUSTOM_FIELD_KINDS } from '#domain/catalogue/custom-fields.ts';
import { SIZE_GROUPS } from '#domain/catalogue/option-values.ts';
import { paged } from '../envelope.ts';
import { amount } from '../fields.ts';
import { productCard, productCategory } from './product.ts';

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
  /** Fields that are filters: product fields, custom fields for all products or the chosen category, and those already in use. */
  custom: z.array(
    z.object({
      /** The parameter to filter by, such as `custom.wood` or `field.weight`. */
      name: z.templateLiteral([z.enum(['custom', 'field']), '.', z.string()]),
      /** The key of a custom field; that of a product field begins with `field.`. */
      key: z.string(),
      label: z.string(),
      kind: z.enum(CUSTOM_FIELD_KINDS),
      unit: z.string(),
      /**
       * Of a choice; of a yes/no field `true` and `false`; of a text the most frequent ones. Filter by `<name>=<value>`, once for each
       * value. In the values of a custom text, a comma is `%2C` and a percent sign `%25`.
       */
      choices: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
      /** Of a number or a date. Filter by `<name>.min` and `<name>.max`. */
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

export const productPage = paged(productCard)
  .extend({
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
  })
  .meta({ id: 'ProductPage' });
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
