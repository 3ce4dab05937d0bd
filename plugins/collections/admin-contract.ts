import { z } from 'zod';
import {
  amount,
  defineEndpoints,
  id,
  idParam,
  MAX_PICTURE_BYTES,
  multiLine,
  page,
  paged,
  perPage,
  singleLine,
  timestamp,
} from '#plugin';
import { COLLECTION_LIMITS } from './limits.ts';
import { collectionRefusals } from './refusals.ts';
import { rule, storedRule } from './rule.ts';
import { COLLECTION_SORTS, SORTS } from './sorts.ts';

const MAX_BULK = 100;

const MANUAL_RULE = { path: ['rule'], message: 'Please add a condition.' };
const BACKWARD = { path: ['published_until'], message: 'The end must be after the start.' };
const NO_MANUAL_ORDER = { path: ['sort'], message: 'Only picked products have an order of their own.' };

const picture = z
  .string()
  .max(200)
  .regex(/^\/media\/(uploads\/)?[\w-]+$/, 'Please choose a picture of this shop.');

const formFields = {
  name: singleLine(1, COLLECTION_LIMITS.name),
  slug: singleLine(1, COLLECTION_LIMITS.slug).regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'Lowercase letters and digits, with single hyphens between them.',
  ),
  description: multiLine(0, COLLECTION_LIMITS.description).default(''),
  image: picture.nullable().default(null),
  /** Null: the name and the beginning of the description. */
  seo_title: singleLine(1, COLLECTION_LIMITS.seoTitle).nullable().default(null),
  seo_description: singleLine(1, COLLECTION_LIMITS.seoDescription).nullable().default(null),
  kind: z.enum(['manual', 'rule']),
  /** Of a collection by rule. */
  rule: rule.nullable().default(null),
  /** Picked products in their order; only of a manual collection. */
  product_ids: z
    .array(id)
    .max(COLLECTION_LIMITS.products.max, `Please pick at most ${COLLECTION_LIMITS.products.max} products.`)
    .refine((ids) => new Set(ids).size === ids.length, 'A product is picked twice.')
    .default([]),
  sort: z.enum(COLLECTION_SORTS),
  /** The first ones in the collection's order; null: all. */
  max_products: z
    .int()
    .min(COLLECTION_LIMITS.products.min)
    .max(COLLECTION_LIMITS.products.max)
    .nullable()
    .default(null),
  /** Place among the collections: lower numbers come first. */
  position: z.int().min(COLLECTION_LIMITS.position.min).max(COLLECTION_LIMITS.position.max).default(1),
  is_published: z.boolean().default(false),
  published_from: timestamp.nullable().default(null),
  published_until: timestamp.nullable().default(null),
};

interface Form {
  readonly kind: 'manual' | 'rule';
  readonly rule: unknown;
  readonly sort: string;
  readonly published_from: string | null;
  readonly published_until: string | null;
}

const checked = <S extends z.ZodType<Form>>(form: S) =>
  form
    .refine(({ kind, rule }) => kind === 'manual' || rule !== null, MANUAL_RULE)
    .refine(({ kind, sort }) => kind === 'manual' || sort !== 'manual', NO_MANUAL_ORDER)
    .refine(({ published_from: from, published_until: to }) => from === null || to === null || from < to, BACKWARD);

const form = z.object(formFields);
export type CollectionForm = z.output<typeof form>;

/** A product in the back office. */
const pickedProduct = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  image: z.string().nullable(),
  price: amount,
  stock: z.int(),
  is_active: z.boolean(),
});
export type PickedProduct = z.output<typeof pickedProduct>;

const adminRow = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  kind: z.enum(['manual', 'rule']),
  product_count: z.int(),
  is_published: z.boolean(),
  published_from: timestamp.nullable(),
  published_until: timestamp.nullable(),
  /** Whether shoppers see it now. */
  is_visible: z.boolean(),
  updated_at: timestamp,
});
export type AdminCollectionRow = z.output<typeof adminRow>;

const adminCollection = z.object({
  ...formFields,
  rule: storedRule.nullable(),
  id,
  revision: z.int(),
  /** The picked products, in their order; those that were deleted are gone. */
  products: z.array(pickedProduct),
});
export type AdminCollection = z.output<typeof adminCollection>;

function fromJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'Invalid JSON.' });
    return z.NEVER;
  }
}

const byId = z.object({ id: idParam });

export const adminCollectionEndpoints = defineEndpoints({
  'GET /admin/collections': {
    access: 'admin',
    summary: 'All collections in the back office',
    query: z.object({
      page,
      per_page: perPage,
      /** Name or slug. */
      search: singleLine(0, 200).optional(),
      kind: z.enum(['manual', 'rule']).optional(),
      status: z.enum(['published', 'hidden']).optional(),
    }),
    data: paged(adminRow),
    refusals: ['server.starting'],
  },
  'GET /admin/collections/{id}': {
    access: 'admin',
    summary: 'One collection with its picked products',
    params: byId,
    data: adminCollection,
    refusals: [collectionRefusals.not_found],
  },
  'POST /admin/collections': {
    access: 'admin',
    summary: 'Creates a collection',
    body: checked(form),
    data: adminCollection,
    status: 201,
    refusals: [collectionRefusals.slug_taken, collectionRefusals.picture_unknown],
  },
  'PUT /admin/collections/{id}': {
    access: 'admin',
    summary: 'Replaces a collection',
    params: byId,
    body: checked(
      z.object({
        ...formFields,
        /** The one that was read: refused when somebody else has changed the collection since. */
        revision: z.int().min(1).optional(),
      }),
    ),
    data: adminCollection,
    refusals: [
      collectionRefusals.not_found,
      collectionRefusals.changed,
      collectionRefusals.slug_taken,
      collectionRefusals.picture_unknown,
    ],
  },
  'PUT /admin/collections/published': {
    access: 'admin',
    summary: 'Publishes or hides collections',
    body: z.object({ ids: z.array(id).min(1).max(MAX_BULK), is_published: z.boolean() }),
    data: z.object({ changed: z.int() }),
  },
  'POST /admin/collections/deletion': {
    access: 'admin',
    summary: 'Deletes collections; skips those already deleted',
    body: z.object({ ids: z.array(id).min(1).max(MAX_BULK) }),
    data: z.object({ deleted: z.int() }),
  },
  'GET /admin/collections/preview': {
    access: 'admin',
    summary: 'The products that a rule finds, as they would be shown',
    query: z.object({
      /** As JSON. */
      rule: z.string().max(10_000).transform(fromJson).pipe(rule),
      sort: z.enum(SORTS),
      max_products: z.coerce
        .number()
        .int()
        .min(COLLECTION_LIMITS.products.min)
        .max(COLLECTION_LIMITS.products.max)
        .optional(),
    }),
    data: z.object({ total: z.int(), products: z.array(pickedProduct) }),
    refusals: ['server.starting'],
  },
  'GET /admin/collections/products': {
    access: 'admin',
    summary: 'Products to pick from, as shoppers find them',
    query: z.object({ page, per_page: perPage, search: singleLine(0, 200).optional() }),
    data: paged(pickedProduct),
    refusals: ['server.starting'],
  },
  'GET /admin/collections/options': {
    access: 'admin',
    summary: 'What conditions of rules can be about',
    data: z.object({
      categories: z.array(z.object({ id, name: z.string() })),
      /** The most frequent ones. */
      brands: z.array(z.string()),
      /** Fields that are filters; keys of product fields begin with `field.`. A text field is offered as a choice of its most frequent values. */
      custom_fields: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          kind: z.enum(['number', 'flag', 'choice', 'date']),
          unit: z.string(),
          choices: z.array(z.object({ value: z.string(), label: z.string() })),
        }),
      ),
    }),
    refusals: ['server.starting'],
  },
  'POST /admin/collections/pictures': {
    access: 'admin',
    summary: 'Uploads a picture of a collection',
    file: { maxBytes: MAX_PICTURE_BYTES },
    data: z.object({ url: z.string() }),
    refusals: [
      'upload.not_multipart',
      'upload.too_large',
      'upload.not_a_picture',
      'upload.unreadable',
      'picture.too_many_pixels',
    ],
  },
});
