import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { nothing, paged } from '../envelope.ts';
import { blankAsMissing, idParam, line, page, perPage, prose } from '../fields.ts';
import { category } from '../storefront/categories.ts';

/** A category in the back office's list; `product_count` includes inactive products. */
export const adminCategory = category.extend({
  /** Number of changes; sent back with a change, it must still match. */
  revision: z.int(),
});
export type AdminCategory = z.output<typeof adminCategory>;

/** The category form (back-office §3 and §5). */
const categoryForm = z.object({
  name: line(1, 120),
  slug: line(1, 140).regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'Lowercase letters and digits, with single hyphens between them.',
  ),
  description: prose(0, 2000).optional(),
  sort_order: z.int().min(1).max(1_000_000).optional(),
  is_active: z.boolean().optional(),
  /** Base path of an uploaded picture. */
  image: z
    .string()
    .max(200)
    .regex(/^\/media\/(uploads\/)?[\w-]+(\.\w{2,5})?$/, 'Please choose a picture of this shop.')
    .nullable()
    .optional(),
});
export type CategoryForm = z.output<typeof categoryForm>;

const params = z.object({ id: idParam });
const one = z.object({ category: adminCategory });

export const adminCategoryEndpoints = defineEndpoints({
  'GET /admin/categories': {
    access: 'admin',
    summary: 'All categories in order; `search` matches name, slug and description',
    query: z.object({ search: blankAsMissing(line(0, 200)), page, per_page: perPage }),
    data: paged(adminCategory).extend({
      /** Total without the search. */
      count_all: z.int(),
    }),
  },
  'POST /admin/categories': {
    access: 'admin',
    status: 201,
    summary: 'Creates a category',
    body: categoryForm,
    data: one,
    refusals: ['category.slug_taken', 'product.invalid'],
  },
  'PUT /admin/categories/{id}': {
    access: 'admin',
    summary: 'Changes a category; omitted optional fields are unchanged',
    params,
    body: categoryForm.extend({ revision: z.int().min(1).optional() }),
    data: one,
    refusals: ['category.not_found', 'category.slug_taken', 'category.changed', 'product.invalid'],
  },
  'DELETE /admin/categories/{id}': {
    access: 'admin',
    summary: 'Deletes a category without products',
    params,
    data: nothing,
    refusals: ['category.not_found', 'category.not_empty', 'category.has_custom_fields'],
  },
});
