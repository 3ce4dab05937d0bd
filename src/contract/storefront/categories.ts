import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, timestamp } from '../fields.ts';

export const category = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    /** Base path of the picture, without width and extension; null: placeholder. */
    image: z.string().nullable(),
    sort_order: z.int(),
    is_active: z.boolean(),
    /** The category above; null on the first level. */
    parent_id: z.int().nullable(),
    /** Number of active products, including those of the categories below. */
    product_count: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Category' });
export type Category = z.output<typeof category>;

/** One step of a path. */
export const categoryStep = category.pick({ id: true, name: true, slug: true });

/**
 * Within a product (back-office §3), without the product count, which would change with every other product. For
 * shoppers it is the category of the first level: one of `GET /categories`.
 */
export const categoryOfProduct = category.omit({ product_count: true }).extend({
  /** From the first level down to the category that the product belongs to. */
  path: z.array(categoryStep),
});

const shelf = category.pick({ id: true, name: true, slug: true, product_count: true });
const section = shelf.extend({ children: z.array(shelf) });

/** A category of the first level with those below it, for menus. */
export const categoryBranch = shelf.extend({ children: z.array(section) });
export type CategoryBranch = z.output<typeof categoryBranch>;

/** A category with its surroundings. */
export const categoryPage = category.extend({
  path: z.array(categoryStep),
  /** The active categories directly below, in the merchant's order. */
  children: z.array(category),
});

export const categoryEndpoints = defineEndpoints({
  'GET /categories': {
    access: 'public',
    shared: true,
    summary: 'The active categories of the first level in order',
    data: z.array(category),
    refusals: ['server.starting'],
  },
  'GET /categories/tree': {
    access: 'public',
    shared: true,
    summary: 'The active categories of all three levels',
    data: z.array(categoryBranch),
    refusals: ['server.starting'],
  },
  'GET /categories/{id}': {
    access: 'public',
    shared: true,
    summary: 'One active category with its path and the categories directly below it',
    params: z.object({ id: idParam }),
    data: categoryPage,
    refusals: ['server.starting', 'category.not_found'],
  },
});
