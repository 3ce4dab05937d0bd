import type { AdminListedPost, AdminPost, ListedPost, PublicPost } from '../blog-contract.ts';
import { statusOf } from './page.view.ts';
import type { ListedPostRow, PostRow } from './posts.store.ts';

const statusAt = (row: ListedPostRow, now: Date) => statusOf({ ...row, publish_until: null }, now);

export const adminListedPostView = (row: ListedPostRow, now: Date): AdminListedPost => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  author: row.author,
  status: statusAt(row, now),
  publish_from: row.publish_from?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
});

export const adminPostView = (row: PostRow, now: Date): AdminPost => ({
  ...adminListedPostView(row, now),
  revision: row.revision,
  summary: row.summary,
  cover: row.cover,
  tags: row.tags,
  body: row.body,
  seo_title: row.seo_title,
  seo_description: row.seo_description,
  is_published: row.is_published,
});

export const listedPostView = (row: ListedPostRow): ListedPost => ({
  slug: row.slug,
  title: row.title,
  summary: row.summary || row.beginning,
  cover: row.cover,
  author: row.author,
  tags: row.tags,
  published_at: (row.publish_from ?? row.updated_at).toISOString(),
});

export const publicPostView = (row: PostRow): PublicPost => ({
  ...listedPostView(row),
  body: row.body,
  seo_title: row.seo_title || row.title,
  seo_description: row.seo_description || row.summary || row.beginning,
  updated_at: row.updated_at.toISOString(),
});
