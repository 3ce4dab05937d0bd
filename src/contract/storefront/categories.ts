import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, moment } from '../fields.ts';

export const category = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  /** Base path of the picture, without width and extension; null: placeholder. */
  image: z.string().nullable(),
  sort_order: z.int(),
  is_active: z.boolean(),
  /** Number of active products. */
  product_count: z.int(),
  created_at: moment,
  updated_at: moment,
});
export type Category = z.output<typeof category>;

/** Within a product (back-office §3), without the product count, which would change with every other product. */
export const categoryOfProduct = category.omit({ product_count: true });

export const categoryEndpoints = defineEndpoints({
  'GET /categories': {
    access: 'public',
    shared: true,
    summary: 'The active categories in order',
    data: z.array(category),
    refusals: ['server.starting'],
  },
  'GET /categories/{id}': {
    access: 'public',
    shared: true,
    summary: 'One active category',
    params: z.object({ id: idParam }),
    data: category,
    refusals: ['server.starting', 'category.not_found'],
  },
});
