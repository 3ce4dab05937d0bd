import { z } from 'zod';
import { defineEndpoints, id, idParam, noData, page, paged, perPage, singleLine, timestamp } from '#plugin';
import { refusals } from './contract-fields.ts';

/** `%00`: PostgreSQL cannot store the decoded character. */
const path = singleLine(1, 500).regex(/^\/(?![/\\])(?!.*%00)[^\s\\?#]*$/, 'Please enter a path such as /sale.');
const target = singleLine(1, 500).regex(/^\/(?![/\\])(?!.*%00)[^\s\\]*$/, 'Please enter a path such as /products.');
export const redirectFields = z.object({
  from_path: path,
  to_path: target,
  status: z.union([z.literal(301), z.literal(302)]).default(301),
});

export type RedirectFields = z.output<typeof redirectFields>;

const adminRedirect = z.object({
  id,
  revision: z.int(),
  from_path: z.string(),
  to_path: z.string(),
  status: z.int(),
  is_automatic: z.boolean(),
  updated_at: timestamp,
});
export type AdminRedirect = z.output<typeof adminRedirect>;

const MAX_REDIRECTS_BYTES = 2 * 1024 * 1024;

const importedRedirects = z.object({
  created: z.int(),
  /** Redirects from the same address, which now lead elsewhere. */
  updated: z.int(),
  unchanged: z.int(),
  /** Rows that cannot be imported. */
  failed: z.int(),
  /** The first 100 of them. */
  problems: z.array(z.object({ line: z.int(), from: z.string(), reason: z.string() })),
});
export type ImportedRedirects = z.output<typeof importedRedirects>;

const byId = z.object({ id: idParam });

export const redirectEndpoints = defineEndpoints({
  'GET /admin/content/redirects': {
    access: 'admin',
    summary: 'Redirects, most recently changed first',
    query: z.object({ page, per_page: perPage, search: singleLine(0, 200).optional() }),
    data: paged(adminRedirect),
  },
  'POST /admin/content/redirects': {
    access: 'admin',
    summary: 'Creates a redirect from an address without a page',
    body: redirectFields,
    data: adminRedirect,
    status: 201,
    refusals: [refusals.redirect_taken, refusals.redirect_unneeded, refusals.redirect_loop],
  },
  'POST /admin/content/redirects/import': {
    access: 'admin',
    summary: 'Creates redirects from a CSV file with the former and the new address in its first two columns',
    file: { maxBytes: MAX_REDIRECTS_BYTES },
    data: importedRedirects,
    refusals: ['upload.not_multipart', 'upload.too_large', refusals.redirects_unreadable],
  },
  'PUT /admin/content/redirects/{id}': {
    access: 'admin',
    summary: 'Changes a redirect',
    params: byId,
    body: redirectFields.extend({ revision: z.int().min(1) }),
    data: adminRedirect,
    refusals: [
      refusals.redirect_not_found,
      refusals.changed,
      refusals.redirect_taken,
      refusals.redirect_unneeded,
      refusals.redirect_loop,
    ],
  },
  'DELETE /admin/content/redirects/{id}': {
    access: 'admin',
    summary: 'Deletes a redirect',
    params: byId,
    data: noData,
    refusals: [refusals.redirect_not_found],
  },
});
