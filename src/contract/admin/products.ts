import { z } from 'zod';
import { parseDecimal } from '#domain/money.ts';
import { MAX_PAGE_SIZE } from '#domain/paging.ts';
import { defineEndpoints, sentFile } from '../endpoint.ts';
import { nothing, paged } from '../envelope.ts';
import { amount, blankAsMissing, id, idParam, line, moment, page, prose } from '../fields.ts';
import { categoryOfProduct } from '../storefront/categories.ts';

/** Back-office §9. */
const ADMIN_PAGE_SIZE = 10;
/** More than any shelf holds, and far from what an integer column does. */
const MAX_STOCK = 1_000_000;
const MAX_PICTURES = 24;
export const MAX_VARIANTS = 100;
const MAX_BULK = 500;

export const ADMIN_PRODUCT_STATUSES = ['all', 'active', 'inactive', 'in_stock', 'low_stock', 'out_of_stock'] as const;
export const ADMIN_PRODUCT_SORTS = ['name', 'sku', 'price', 'stock', 'created_at'] as const;

const listedVariant = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  options: z.record(z.string(), z.string()),
  price_modifier: amount,
  /** Pieces that can be bought now. */
  stock: z.int(),
  /** The same, to be sent back with the form: the change is worked out from what the admin saw. */
  stock_seen: z.int(),
  /** Pieces that open checkouts hold. */
  held: z.int(),
  sold: z.int(),
  image: z.string().nullable(),
  swatch: z.string().nullable(),
});

/** A product as the back office lists it, whether or not anybody else may see it (back-office §3). */
export const adminProduct = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  short_description: z.string(),
  price: amount,
  sale_price: amount.nullable(),
  sku: z.string(),
  /** Pieces that can be bought now, summed over the variants. */
  stock: z.int(),
  stock_seen: z.int(),
  held: z.int(),
  images: z.array(z.string()),
  category_id: z.int(),
  category: categoryOfProduct,
  brand: z.string().nullable(),
  /** Kilograms, such as `"0.45"`. */
  weight: z.string().nullable(),
  specifications: z.record(z.string(), z.string()),
  features: z.array(z.string()),
  tags: z.array(z.string()),
  is_active: z.boolean(),
  is_featured: z.boolean(),
  has_variants: z.boolean(),
  average_rating: z.string(),
  review_count: z.int(),
  /** Counts the changes; sent back with a change, it must still fit. */
  revision: z.int(),
  created_at: moment,
  updated_at: moment,
});
export type AdminProduct = z.output<typeof adminProduct>;

/** With all that the form edits. */
export const adminProductDetail = adminProduct.extend({
  image_alts: z.array(z.string()),
  sold: z.int(),
  variants: z.array(listedVariant),
  meta_title: z.string().nullable(),
  meta_description: z.string().nullable(),
});
export type AdminProductDetail = z.output<typeof adminProductDetail>;

const AMOUNT_WANTED = 'Please enter an amount of at least 0 with at most two decimals.';

const money = (negative: boolean) =>
  z.union([z.number(), z.string().trim()], { error: 'Please enter an amount.' }).transform((value, context) => {
    const cents = parseDecimal(value, { negative });
    if (cents !== undefined) return cents;
    const message = negative ? 'Please enter an amount with at most two decimals.' : AMOUNT_WANTED;
    context.issues.push({ code: 'custom', input: value, message });
    return z.NEVER;
  });

const WHOLE_PIECES = 'Please enter a whole number of pieces.';
const pieces = z
  .number(WHOLE_PIECES)
  .int(WHOLE_PIECES)
  .min(0, 'Stock cannot be below 0.')
  .max(MAX_STOCK, 'This is more than the shop can count.');
const stock = z.union([
  pieces,
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, WHOLE_PIECES)
    .transform(Number)
    .pipe(pieces),
]);
const stockSeen = z.int().min(0).max(2_147_483_647).optional();

/** Base path of a picture, as an upload answers with it, or the address of one file below `/media/`. */
const pictureUrl = z
  .string()
  .max(200)
  .regex(/^\/media\/(uploads\/)?[\w-]+(\.\w{2,5})?$/, 'Please choose a picture of this shop.');
const picture = z
  .union([pictureUrl, z.object({ url: pictureUrl, alt: line(0, 200).default('') })])
  .transform((value) => (typeof value === 'string' ? { url: value, alt: undefined } : value));

const words = (count: number, length: number) =>
  z
    .array(line(1, length))
    .max(count)
    .transform((list) => [...new Set(list)]);

const facts = z
  .record(line(1, 80), line(1, 500))
  .refine((record) => Object.keys(record).length <= 60, 'At most 60 specifications.');
/** Grams of a weight in kilograms. */
const weight = z
  .union([z.number(), z.string().trim()])
  .transform((value, context) => {
    if (value === '') return null;
    const text = String(value);
    if (/^\d{1,5}(\.\d{1,3})?$/.test(text)) return Math.round(Number(text) * 1000);
    context.issues.push({ code: 'custom', input: value, message: 'Please enter kilograms, such as 0.45.' });
    return z.NEVER;
  })
  .nullable();

const blankAsNull = (length: number) =>
  line(0, length)
    .nullable()
    .transform((text) => text || null);

const salePrice = z.union([z.literal('').transform(() => null), money(false)]).nullable();
const sku = line(1, 64);

export const variantForm = z.object({
  /** Of a variant that is there already; without it a new one is made. */
  id: id.optional(),
  /** Made of the options when left out. */
  name: line(0, 200).optional(),
  sku,
  options: z
    .record(line(1, 40), line(1, 80))
    .refine((options) => Object.keys(options).length >= 1, 'Please name at least one option.')
    .refine((options) => Object.keys(options).length <= 3, 'At most three options.'),
  price_modifier: money(true).default(0),
  stock: stock.default(0),
  stock_seen: stockSeen,
  image: pictureUrl.nullable().default(null),
  /** The colour it is shown by where it is chosen; null: by its name. Left out, it stays as it is. */
  swatch: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Please choose a colour such as #3b6ea5.')
    .nullable()
    .optional(),
});
export type VariantForm = z.output<typeof variantForm>;

/** What every change may bring along; whatever is left out stays as it is. */
const moreOfProduct = {
  short_description: prose(0, 500).optional(),
  sale_price: salePrice.optional(),
  is_active: z.boolean().optional(),
  is_featured: z.boolean().optional(),
  brand: blankAsNull(120).optional(),
  weight: weight.optional(),
  images: z.array(picture).max(MAX_PICTURES, `At most ${MAX_PICTURES} pictures.`).optional(),
  /** The text for each of `images` that are given as addresses alone. */
  image_alts: z.array(line(0, 200)).max(MAX_PICTURES).optional(),
  specifications: facts.optional(),
  features: words(40, 200).optional(),
  tags: words(40, 60).optional(),
  meta_title: blankAsNull(120).optional(),
  meta_description: blankAsNull(320).optional(),
  variants: z.array(variantForm).max(MAX_VARIANTS, `At most ${MAX_VARIANTS} variants.`).optional(),
} as const;

/** The product form (back-office §3 and §5) and all other fields of the entity. */
export const productForm = z.object({
  name: line(1, 255),
  description: prose(1, 20_000),
  /** Dollars: a number, or a text with at most two decimals. */
  price: money(false),
  sku,
  /** Pieces that can be bought; with variants each has its own, and this one is not looked at. */
  stock,
  category_id: id,
  ...moreOfProduct,
});
export type ProductForm = z.output<typeof productForm>;

const productChange = productForm.extend({
  /** What the admin saw when the form was opened. Without it, `stock` is what there shall be now. */
  stock_seen: stockSeen,
  /** As read; 409 when the product has been changed since. */
  revision: z.int().min(1).optional(),
});
export type ProductChange = z.output<typeof productChange>;

const percent = z.number().min(-100).max(1000).multipleOf(0.01, 'Please enter a percentage with at most two decimals.');
const ids = z
  .array(id)
  .min(1, 'Please choose at least one product.')
  .max(MAX_BULK, `At most ${MAX_BULK} products at once.`)
  .transform((list) => [...new Set(list)].sort((a, b) => a - b));

const bulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['activate', 'deactivate', 'feature', 'unfeature', 'delete']), ids }),
  /** Price and sale price move alike; each is rounded to the nearest cent, half a cent up. */
  z.object({ action: z.literal('change_price_by_percent'), ids, percent }),
  z.object({ action: z.literal('change_price_by_amount'), ids, amount: money(true) }),
]);
export type BulkChange = z.output<typeof bulkChange>;

/** Why a bulk change was not made: what the refusal carries in `data`. */
export interface BulkReport {
  readonly failed: readonly { readonly id: number; readonly name: string; readonly reason: string }[];
}

const params = z.object({ id: idParam });
const filter = {
  search: blankAsMissing(line(0, 200)),
  category: blankAsMissing(idParam),
  status: blankAsMissing(z.enum(ADMIN_PRODUCT_STATUSES)),
  sortBy: blankAsMissing(z.enum(ADMIN_PRODUCT_SORTS)),
  sortOrder: blankAsMissing(z.enum(['asc', 'desc'])),
} as const;
const one = z.object({ product: adminProductDetail });

export const adminProductEndpoints = defineEndpoints({
  'GET /admin/products': {
    access: 'admin',
    summary: 'All products, the newest first; `search` looks in name, SKU and brand',
    query: z.object({
      ...filter,
      page,
      per_page: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(ADMIN_PAGE_SIZE),
    }),
    data: paged(adminProduct),
  },
  'GET /admin/products/export': {
    access: 'admin',
    summary: 'The products of a filter as CSV, the oldest first; an import reads it back without loss',
    query: z.object({ search: filter.search, category: filter.category, status: filter.status }),
    data: sentFile,
    sends: 'text/csv; charset=utf-8',
  },
  'GET /admin/products/{id}': {
    access: 'admin',
    summary: 'One product with all that the form edits',
    params,
    data: one,
    refusals: ['product.not_found'],
  },
  'POST /admin/products': {
    access: 'admin',
    status: 201,
    summary: 'Creates a product',
    body: productForm,
    data: one,
    refusals: ['product.sku_taken', 'product.invalid'],
  },
  'PUT /admin/products/{id}': {
    access: 'admin',
    summary: 'Changes a product; what is left out of the further fields stays as it is',
    params,
    body: productChange,
    data: one,
    refusals: [
      'product.not_found',
      'product.sku_taken',
      'product.invalid',
      'product.changed',
      'product.stock_gone',
      'product.held',
    ],
  },
  'DELETE /admin/products/{id}': {
    access: 'admin',
    summary: 'Deletes a product; orders keep their copies of it',
    params,
    data: nothing,
    refusals: ['product.not_found', 'product.held'],
  },
  'POST /admin/products/bulk': {
    access: 'admin',
    summary: 'Changes or deletes many products: all of them or none, then with the reasons',
    body: bulkChange,
    data: z.object({ changed: z.int() }),
    refusals: ['product.bulk_refused'],
  },
});
