import type { EntryStatus } from '../contract-fields.ts';
import { beginningOf, plainText } from '../model/rich-text.ts';
import type { AdminPage, ListedPage, PublicPage } from '../page-contract.ts';
import type { ListedPageRow, PageRow } from './pages.store.ts';

/** What search engines show at most of a description. */
export const DESCRIPTION_LENGTH = 155;

/** Whether shoppers see a page at a time, and why not. */
export function statusOf(
  row: Pick<PageRow, 'is_published' | 'publish_from' | 'publish_until'>,
  now: Date,
): EntryStatus {
  if (!row.is_published) return 'draft';
  if (row.publish_from && row.publish_from > now) return 'scheduled';
  return row.publish_until && row.publish_until <= now ? 'ended' : 'published';
}

export const listedPageView = (row: ListedPageRow, now: Date): ListedPage => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  status: statusOf(row, now),
  updated_at: row.updated_at.toISOString(),
});

export const adminPageView = (row: PageRow, now: Date): AdminPage => ({
  ...listedPageView(row, now),
  revision: row.revision,
  body: row.body,
  seo_title: row.seo_title,
  seo_description: row.seo_description,
  is_published: row.is_published,
  publish_from: row.publish_from?.toISOString() ?? null,
  publish_until: row.publish_until?.toISOString() ?? null,
});

export const publicPageView = (row: PageRow): PublicPage => ({
  slug: row.slug,
  title: row.title,
  body: row.body,
  seo_title: row.seo_title || row.title,
  seo_description: row.seo_description || beginningOf(plainText(row.body), DESCRIPTION_LENGTH),
  updated_at: row.updated_at.toISOString(),
});
