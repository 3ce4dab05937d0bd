import { z } from 'zod';
import { defineRefusals, singleLine, slugInput, timestamp } from '#plugin';
import { ENTRY_LIMITS } from './limits.ts';
import { richText } from './model/rich-text-schema.ts';

export const refusals = defineRefusals('content', {
  page_not_found: { status: 404, message: 'This page does not exist.' },
  changed: { status: 409, message: 'Somebody else has changed this in the meantime. Review it before you save.' },
  draft_waiting: { status: 409, message: 'Publish or discard your draft first.' },
  slug_taken: { status: 409, message: 'Another page has this address.' },
  post_not_found: { status: 404, message: 'This post does not exist.' },
  post_slug_taken: { status: 409, message: 'Another post has this address.' },
  redirect_not_found: { status: 404, message: 'This redirect no longer exists.' },
  redirect_taken: { status: 409, message: 'There is a redirect from this address already.' },
  redirect_unneeded: { status: 409, message: 'There is a page at this address, so a redirect would never be used.' },
  redirects_unreadable: { status: 422, message: 'This is not a CSV file in UTF-8.' },
  redirect_loop: { status: 409, message: 'This redirect would lead back to where it starts.' },
  picture_unknown: { status: 422, message: 'One of the pictures is no longer there. Please upload it again.' },
});

export const slug = z.string().trim().toLowerCase().pipe(slugInput(ENTRY_LIMITS.slug));

/** What pages and posts have in common. */
export const entryFields = {
  title: singleLine(1, ENTRY_LIMITS.title),
  slug,
  body: richText,
  seo_title: singleLine(0, ENTRY_LIMITS.seoTitle).default(''),
  seo_description: singleLine(0, ENTRY_LIMITS.seoDescription).default(''),
  is_published: z.boolean(),
  publish_from: timestamp.nullable().default(null),
};

export const entryStatus = z.enum(['draft', 'scheduled', 'published', 'ended']);
export type EntryStatus = z.output<typeof entryStatus>;

/** When something is shown; null: without a limit. */
export const schedule = z
  .object({ from: timestamp.nullable(), until: timestamp.nullable() })
  .refine(({ from, until }) => from === null || until === null || from < until, 'The end must be after the start.');
