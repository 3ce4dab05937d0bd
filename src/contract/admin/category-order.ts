import { z } from 'zod';
import { MAX_PLACED } from '#domain/catalogue/product-order.ts';
import { defineEndpoints } from '../endpoint.ts';
import { paged } from '../envelope.ts';
import { blankAsMissing, idParam, page, perPage, singleLine } from '../fields.ts';
import { categoryStep } from '../storefront/categories.ts';
import { productCard } from '../storefront/product.ts';

/** A product in the list of a category as shoppers see it. */
const orderedProduct = productCard
  .pick({ id: true, name: true, slug: true, images: true, price: true, sale_price: true, stock: true })
  .extend({
    /** In the list, from 1; null for search results beyond the first 2000 products. */
    position: z.int().nullable(),
    /** Whether the merchant has placed it; the others follow by name. */
    is_placed: z.boolean(),
  });
export type OrderedProduct = z.output<typeof orderedProduct>;

const orderState = z.object({
  /** Number of changes, 0 without an order; sent back with a change, it must still match. */
  revision: z.int(),
  /** Placed products that shoppers see. */
  placed_count: z.int(),
});

const params = z.object({ id: idParam });
const revision = z.int().min(0);

export const categoryOrderEndpoints = defineEndpoints({
  'GET /admin/categories/{id}/products': {
    access: 'admin',
    summary:
      'The visible products of a category and those below it, in the order of its page; `search` finds some of them',
    params,
    query: z.object({ search: blankAsMissing(singleLine(0, 200)), page, per_page: perPage }),
    data: paged(orderedProduct).extend({ ...orderState.shape, category: categoryStep }),
    refusals: ['category.not_found', 'server.starting'],
  },
  'PUT /admin/categories/{id}/products/{productId}/position': {
    access: 'admin',
    summary:
      'Moves a product of a category to a position; a position beyond the placed products also places those before it. Without a position the product is no longer placed. Moving it to where it is changes nothing',
    params: params.extend({ productId: idParam }),
    body: z.object({ position: z.int().min(1).max(MAX_PLACED).nullable(), revision }),
    data: orderState,
    refusals: ['category.not_found', 'product.not_found', 'category.order_changed', 'server.starting'],
  },
  'DELETE /admin/categories/{id}/products/order': {
    access: 'admin',
    summary: 'Discards the order: all products of the category are sorted by name',
    params,
    query: z.object({ revision: z.coerce.number().pipe(revision) }),
    data: orderState,
    refusals: ['category.not_found', 'category.order_changed', 'server.starting'],
  },
});
