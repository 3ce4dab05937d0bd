import { z } from 'zod';
import { CUSTOM_FIELD_KINDS } from '#domain/catalogue/custom-fields.ts';
import { CARD_FIELDS, PAGE_FIELDS } from '#domain/catalogue/product-field-lists.ts';
import { amount, timestamp } from '../fields.ts';
import { productShape } from '../product-shape.ts';
import { categoryOfProduct } from './categories.ts';

/** A category as products and lists name it. */
export const productCategory = z.object({ id: z.int(), name: z.string(), slug: z.string() });

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
export const productCard = z
  .object({
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
    created_at: timestamp,
    updated_at: timestamp,
    /**
     * The first variant that matches the list's filters by options, and the colours and sizes in its search text; missing
     * without such filters. `options` are those that the filters decide: a shopper who chose a colour still chooses a size.
     */
    matching_variant: z
      .object({ id: z.int(), options: z.record(z.string(), z.string()), image: z.string().nullable() })
      .optional(),
    /** What plug-ins say about the product, by plug-in; missing where none does. */
    extensions: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ProductCard' });
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

export const productVariant = z
  .object({
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
  })
  .meta({ id: 'ProductVariant' });
export type ProductVariant = z.output<typeof productVariant>;

/** A product on its own page. */
export const product = productCard
  .extend({
    ...productShape(PAGE_FIELDS),
    description: z.string(),
    category: categoryOfProduct,
    /** Alt texts of `images`, in the same order. */
    image_alts: z.array(z.string()),
    /** The custom fields that it has a value of, in the merchant's order. */
    custom: z.array(customValue),
    /** In the merchant's order; empty for a product without variants. */
    variants: z.array(productVariant),
  })
  .meta({ id: 'Product' });
export type Product = z.output<typeof product>;
