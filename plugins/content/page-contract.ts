import { z } from 'zod';
import { defineEndpoints, id, idParam, noData, page, paged, perPage, singleLine, timestamp } from '#plugin';
import { entryFields, entryStatus, refusals } from './contract-fields.ts';
import { richText } from './model/rich-text-schema.ts';

const isForward = ({
  publish_from: from,
  publish_until: until,
}: {
  publish_from: string | null;
  publish_until: string | null;
}) => from === null || until === null || from < until;
const BACKWARD = { path: ['publish_until'], message: 'The end must be after the start.' };

const pageFields = z.object({ ...entryFields, publish_until: timestamp.nullable().default(null) });

export type PageFields = z.output<typeof pageFields>;

const adminPage = z.object({
  id,
  revision: z.int(),
  title: z.string(),
  slug: z.string(),
  body: richText,
  seo_title: z.string(),
  seo_description: z.string(),
  is_published: z.boolean(),
  publish_from: timestamp.nullable(),
  publish_until: timestamp.nullable(),
  status: entryStatus,
  updated_at: timestamp,
});
export type AdminPage = z.output<typeof adminPage>;

const listedPage = adminPage.pick({ id: true, title: true, slug: true, status: true, updated_at: true });
export type ListedPage = z.output<typeof listedPage>;

const publicPage = z.object({
  slug: z.string(),
  title: z.string(),
  body: richText,
  /** For search engines; never empty. */
  seo_title: z.string(),
  seo_description: z.string(),
  updated_at: timestamp,
});
export type PublicPage = z.output<typeof publicPage>;

const byId = z.object({ id: idParam });

export const pageEndpoints = defineEndpoints({
  'GET /content/pages/{slug}': {
    access: 'public',
    shared: true,
    summary: 'A published page',
    params: z.object({ slug: z.string().max(100) }),
    data: publicPage,
    refusals: [refusals.page_not_found],
  },
  'GET /admin/content/pages': {
    access: 'admin',
    summary: 'Pages in the back office, most recently changed first',
    query: z.object({ page, per_page: perPage, search: singleLine(0, 200).optional(), status: entryStatus.optional() }),
    data: paged(listedPage),
  },
  'GET /admin/content/pages/{id}': {
    access: 'admin',
    summary: 'One page with its text',
    params: byId,
    data: adminPage,
    refusals: [refusals.page_not_found],
  },
  'POST /admin/content/pages': {
    access: 'admin',
    summary: 'Creates a page',
    body: pageFields.refine(isForward, BACKWARD),
    data: adminPage,
    status: 201,
    refusals: [refusals.slug_taken, refusals.picture_unknown],
  },
  'PUT /admin/content/pages/{id}': {
    access: 'admin',
    summary: 'Changes a page; a new address redirects from the former one',
    params: byId,
    body: pageFields.extend({ revision: z.int().min(1) }).refine(isForward, BACKWARD),
    data: adminPage,
    refusals: [refusals.page_not_found, refusals.changed, refusals.slug_taken, refusals.picture_unknown],
  },
  'DELETE /admin/content/pages/{id}': {
    access: 'admin',
    summary: 'Deletes a page',
    params: byId,
    data: noData,
    refusals: [refusals.page_not_found],
  },
});
