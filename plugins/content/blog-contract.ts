import { z } from 'zod';
import { defineEndpoints, id, idParam, noData, page, paged, perPage, singleLine, timestamp } from '#plugin';
import { entryFields, entryStatus, refusals } from './contract-fields.ts';
import { ENTRY_LIMITS } from './limits.ts';
import { picture, richText } from './model/rich-text-schema.ts';

/** Tags are compared in lower case, and shown so. */
const tag = singleLine(1, ENTRY_LIMITS.tag).transform((text) => text.toLowerCase());

const postFields = z.object({
  ...entryFields,
  summary: singleLine(0, ENTRY_LIMITS.summary).default(''),
  cover: picture.nullable().default(null),
  /** The name that readers see. */
  author: singleLine(0, ENTRY_LIMITS.author).default(''),
  tags: z
    .array(tag)
    .max(ENTRY_LIMITS.tags)
    .default([])
    .transform((tags) => [...new Set(tags)]),
});
export type PostFields = z.output<typeof postFields>;

const listedPost = z.object({
  slug: z.string(),
  title: z.string(),
  /** Its summary, or the beginning of its text. */
  summary: z.string(),
  cover: picture.nullable(),
  author: z.string(),
  tags: z.array(z.string()),
  published_at: timestamp,
});
export type ListedPost = z.output<typeof listedPost>;

const publicPost = listedPost.extend({
  body: richText,
  /** For search engines; never empty. */
  seo_title: z.string(),
  seo_description: z.string(),
  updated_at: timestamp,
});
export type PublicPost = z.output<typeof publicPost>;

const adminPost = z.object({
  id,
  revision: z.int(),
  title: z.string(),
  slug: z.string(),
  summary: z.string(),
  cover: picture.nullable(),
  author: z.string(),
  tags: z.array(z.string()),
  body: richText,
  seo_title: z.string(),
  seo_description: z.string(),
  is_published: z.boolean(),
  publish_from: timestamp.nullable(),
  status: entryStatus,
  updated_at: timestamp,
});
export type AdminPost = z.output<typeof adminPost>;

const adminListedPost = adminPost.pick({
  id: true,
  title: true,
  slug: true,
  author: true,
  status: true,
  publish_from: true,
  updated_at: true,
});
export type AdminListedPost = z.output<typeof adminListedPost>;

const byId = z.object({ id: idParam });

export const blogEndpoints = defineEndpoints({
  'GET /content/posts': {
    access: 'public',
    shared: true,
    summary: 'Published posts of the blog, the newest first',
    query: z.object({ page, per_page: perPage, tag: tag.optional() }),
    data: paged(listedPost),
  },
  'GET /content/posts/{slug}': {
    access: 'public',
    shared: true,
    summary: 'A published post of the blog',
    params: z.object({ slug: z.string().max(100) }),
    data: publicPost,
    refusals: [refusals.post_not_found],
  },
  'GET /admin/content/posts': {
    access: 'admin',
    summary: 'Posts in the back office, most recently changed first',
    query: z.object({
      page,
      per_page: perPage,
      search: singleLine(0, 200).optional(),
      status: entryStatus.exclude(['ended']).optional(),
    }),
    data: paged(adminListedPost),
  },
  'GET /admin/content/posts/{id}': {
    access: 'admin',
    summary: 'One post with its text',
    params: byId,
    data: adminPost,
    refusals: [refusals.post_not_found],
  },
  'POST /admin/content/posts': {
    access: 'admin',
    summary: 'Creates a post',
    body: postFields,
    data: adminPost,
    status: 201,
    refusals: [refusals.post_slug_taken, refusals.picture_unknown],
  },
  'PUT /admin/content/posts/{id}': {
    access: 'admin',
    summary: 'Changes a post; a new address redirects from the former one',
    params: byId,
    body: postFields.extend({ revision: z.int().min(1) }),
    data: adminPost,
    refusals: [refusals.post_not_found, refusals.changed, refusals.post_slug_taken, refusals.picture_unknown],
  },
  'DELETE /admin/content/posts/{id}': {
    access: 'admin',
    summary: 'Deletes a post',
    params: byId,
    data: noData,
    refusals: [refusals.post_not_found],
  },
});
