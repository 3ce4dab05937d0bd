import { z } from 'zod';
import { ADMIN_FORM_FIELDS, ADMIN_LIST_FIELDS } from '#domain/catalogue/product-field-lists.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { PRICE_CHANGE_LIMITS } from '#domain/form-limits.ts';
import { grouped } from '#domain/grouped.ts';
import { MAX_PAGE_SIZE } from '#domain/paging.ts';
import { defineEndpoints, sentFile } from '../endpoint.ts';
import { noData, paged } from '../envelope.ts';
import { amount, amountInput, blankAsMissing, id, idParam, page, singleLine, timestamp } from '../fields.ts';
import { productShape } from '../product-shape.ts';
import { categoryOfProduct } from '../storefront/categories.ts';
import { productChange, productForm } from './product-form.ts';

/** Back-office §9. */
const ADMIN_PAGE_SIZE = 10;
/** A bulk change is one transaction; more products are changed by an import. */
export const MAX_BULK = 10_000;

export const ADMIN_PRODUCT_STATUSES = ['all', 'active', 'inactive', 'in_stock', 'low_stock', 'out_of_stock'] as const;
export const ADMIN_PRODUCT_SORTS = ['name', 'sku', 'price', 'stock', 'created_at'] as const;

const listedVariant = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  options: z.record(z.string(), z.string()),
  price_modifier: amount,
  /** Available units. */
  stock: z.int(),
  /** The same value, to send back with the form: the change is computed from what the admin saw. */
  stock_seen: z.int(),
  /** Units held by open checkouts. */
  held: z.int(),
  sold: z.int(),
  image: z.string().nullable(),
  swatch: z.string().nullable(),
});

/** A product in the back office's list, visible to shoppers or not (back-office §3). */
export const adminProduct = z
  .object({
    id: z.int(),
    slug: z.string(),
    ...productShape(ADMIN_LIST_FIELDS),
    /** Available units, summed over variants. */
    stock: z.int(),
    stock_seen: z.int(),
    held: z.int(),
    category_id: z.int(),
    category: categoryOfProduct,
    has_variants: z.boolean(),
    average_rating: z.string(),
    review_count: z.int(),
    /** Number of changes; sent back with a change, it must still match. */
    revision: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'AdminProduct' });
export type AdminProduct = z.output<typeof adminProduct>;

/** With everything that the form edits. */
export const adminProductDetail = adminProduct
  .extend({
    ...productShape(ADMIN_FORM_FIELDS),
    image_alts: z.array(z.string()),
    sold: z.int(),
    variants: z.array(listedVariant),
  })
  .meta({ id: 'AdminProductDetail' });
export type AdminProductDetail = z.output<typeof adminProductDetail>;

const percent = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.number().min(min).max(max).multipleOf(0.01, 'Please enter a percentage with at most two decimals.');
const ids = z
  .array(id)
  .min(1, 'Please choose at least one product.')
  .max(MAX_BULK, `At most ${grouped(MAX_BULK)} products at once.`)
  .transform((list) => [...new Set(list)].sort((a, b) => a - b));

const tags = z
  .array(singleLine(1, PRODUCT_FIELDS.tags.maxLength))
  .min(1, 'Please enter a tag.')
  .max(PRODUCT_FIELDS.tags.maxItems, `At most ${PRODUCT_FIELDS.tags.maxItems} tags.`);

const bulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['activate', 'deactivate', 'feature', 'unfeature', 'end_sale', 'delete']), ids }),
  z.object({ action: z.literal('set_category'), ids, category_id: id }),
  /** Compared without regard to upper and lower case. */
  z.object({ action: z.enum(['add_tags', 'remove_tags']), ids, tags }),
  /** Sets the sale price below the price by a percentage, rounded to the nearest cent. */
  z.object({ action: z.literal('set_sale_by_percent'), ids, percent: percent(PRICE_CHANGE_LIMITS.sale) }),
  /** Applies to price and sale price; each is rounded to the nearest cent, half up. */
  z.object({ action: z.literal('change_price_by_percent'), ids, percent: percent(PRICE_CHANGE_LIMITS.percent) }),
  z.object({ action: z.literal('change_price_by_amount'), ids, amount: amountInput({ negative: true }) }),
]);
export type BulkChange = z.output<typeof bulkChange>;

/** Why a bulk change was refused: `data` of the refusal. The message says how many products there are. */
export interface BulkReport {
  /** The first 100 of them. */
  readonly failed: readonly { readonly id: number; readonly name: string; readonly reason: string }[];
}

const params = z.object({ id: idParam });
const filter = {
  search: blankAsMissing(singleLine(0, 200)),
  category: blankAsMissing(idParam),
  status: blankAsMissing(z.enum(ADMIN_PRODUCT_STATUSES)),
  sortBy: blankAsMissing(z.enum(ADMIN_PRODUCT_SORTS)),
  sortOrder: blankAsMissing(z.enum(['asc', 'desc'])),
} as const;
const one = z.object({ product: adminProductDetail });

export const adminProductEndpoints = defineEndpoints({
  'GET /admin/products': {
    access: 'admin',
    summary: 'All products, newest first; `search` matches name, SKU, brand, or a whole barcode',
    query: z.object({
      ...filter,
      page,
      per_page: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(ADMIN_PAGE_SIZE),
    }),
    data: paged(adminProduct),
  },
  'GET /admin/products/export': {
    access: 'admin',
    summary: 'The matching products as CSV, oldest first; can be imported again without loss',
    query: z.object({ search: filter.search, category: filter.category, status: filter.status }),
    data: sentFile,
    sends: 'text/csv; charset=utf-8',
  },
  'GET /admin/products/ids': {
    access: 'admin',
    summary: `The ids of all matching products, for a bulk change; the newest ${grouped(MAX_BULK)} if there are more`,
    query: z.object({ search: filter.search, category: filter.category, status: filter.status }),
    data: z.object({ ids: z.array(z.int()), total: z.int() }),
  },
  'GET /admin/products/{id}': {
    access: 'admin',
    summary: 'One product with everything that the form edits',
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
    summary: 'Changes a product; omitted optional fields are unchanged',
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
    data: noData,
    refusals: ['product.not_found', 'product.held'],
  },
  'POST /admin/products/bulk': {
    access: 'admin',
    canRunAgain: true,
    summary: 'Changes or deletes many products: all, or none with the reasons',
    body: bulkChange,
    data: z.object({ changed: z.int() }),
    refusals: ['product.bulk_refused', 'product.invalid'],
  },
});
