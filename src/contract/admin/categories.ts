import { z } from 'zod';
import { CATEGORY_LIMITS } from '#domain/form-limits.ts';
import { defineEndpoints } from '../endpoint.ts';
import { noData, paged } from '../envelope.ts';
import {
  blankAsMissing,
  id,
  idParam,
  inRange,
  MAX_ID,
  multiLine,
  page,
  perPage,
  singleLine,
  slugInput,
} from '../fields.ts';
import { category, categoryStep } from '../storefront/categories.ts';

/**
 * A category in the back office's list. `product_count` includes inactive products, but not those of the categories
 * below. `is_active` is what the merchant chose.
 */
export const adminCategory = category
  .extend({
    /** Whether shoppers see it: not while a category above it is inactive. */
    is_visible: z.boolean(),
    /** Number of categories directly below. */
    child_count: z.int(),
    /** From the first level down to this category. */
    path: z.array(categoryStep),
    /** Number of changes; sent back with a change, it must still match. */
    revision: z.int(),
  })
  .meta({ id: 'AdminCategory' });
export type AdminCategory = z.output<typeof adminCategory>;

/** The category form (back-office §3 and §5). */
const categoryForm = z.object({
  name: singleLine(1, CATEGORY_LIMITS.name),
  slug: slugInput(CATEGORY_LIMITS.slug),
  description: multiLine(0, CATEGORY_LIMITS.description).optional(),
  sort_order: inRange(CATEGORY_LIMITS.sortOrder).optional(),
  is_active: z.boolean().optional(),
  /** The category above; null: the first level. */
  parent_id: id.nullable().optional(),
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

const PLACE_REFUSALS = ['category.parent_not_found', 'category.loop', 'category.too_deep'] as const;

export const adminCategoryEndpoints = defineEndpoints({
  'GET /admin/categories': {
    access: 'admin',
    summary:
      'The categories, the first level first, each level in order; `search` matches name, slug and description, `parent` lists those directly below one (0: the first level)',
    query: z.object({
      search: blankAsMissing(singleLine(0, 200)),
      parent: blankAsMissing(z.coerce.number().int().min(0).max(MAX_ID)),
      page,
      per_page: perPage,
    }),
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
    refusals: ['category.slug_taken', 'product.invalid', ...PLACE_REFUSALS],
  },
  'PUT /admin/categories/{id}': {
    access: 'admin',
    summary: 'Changes a category; omitted optional fields are unchanged',
    params,
    body: categoryForm.extend({ revision: z.int().min(1).optional() }),
    data: one,
    refusals: ['category.not_found', 'category.slug_taken', 'category.changed', 'product.invalid', ...PLACE_REFUSALS],
  },
  'PUT /admin/categories/{id}/place': {
    access: 'admin',
    summary: 'Moves a category below another, or to another place among its siblings',
    params,
    body: z.object({
      /** The category above; null: the first level. */
      parent_id: id.nullable(),
      /** Place among the siblings, from 1; a larger number is the last place. */
      position: z.int().min(1).max(1_000_000),
    }),
    data: one,
    refusals: ['category.not_found', ...PLACE_REFUSALS],
  },
  'DELETE /admin/categories/{id}': {
    access: 'admin',
    summary: 'Deletes a category without products and subcategories',
    params,
    data: noData,
    refusals: ['category.not_found', 'category.not_empty', 'category.has_subcategories', 'category.has_custom_fields'],
  },
});
