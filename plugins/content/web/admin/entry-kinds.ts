import type { AdminPost } from '../../blog-contract.ts';
import { EMPTY_TEXT, type RichText } from '../../model/rich-text.ts';
import type { ContentPicture } from '../../model/rich-text-schema.ts';
import type { AdminPage } from '../../page-contract.ts';
import { api } from './api.ts';

/** What the editor writes. */
export type Entry = AdminPage | AdminPost;

/** The fields of its form: those of pages and of posts. */
export interface EntryValues {
  title: string;
  slug: string;
  body: RichText;
  seo_title: string;
  seo_description: string;
  is_published: boolean;
  publish_from: string | null;
  publish_until: string | null;
  summary: string;
  cover: ContentPicture | null;
  author: string;
  /** Separated by commas. */
  tags: string;
}

export interface EntryKind {
  readonly noun: 'page' | 'post';
  readonly name: 'Page' | 'Post';
  /** The list in the back office, and what it is called. */
  readonly list: string;
  readonly plural: string;
  /** What comes before the slug. */
  readonly path: string;
  readonly listKey: string;
  read(id: number, signal: AbortSignal): Promise<Entry>;
  /** @param key of all attempts with the same values */
  create(values: EntryValues, key: string): Promise<Entry>;
  change(id: number, values: EntryValues, revision: number): Promise<Entry>;
  remove(id: number): Promise<unknown>;
}

export const valuesOf = (entry: Entry | null): EntryValues => {
  const post = entry && 'summary' in entry ? entry : null;
  const page = entry && 'publish_until' in entry ? entry : null;
  return {
    title: entry?.title ?? '',
    slug: entry?.slug ?? '',
    body: entry?.body ?? EMPTY_TEXT,
    seo_title: entry?.seo_title ?? '',
    seo_description: entry?.seo_description ?? '',
    is_published: entry?.is_published ?? false,
    publish_from: entry?.publish_from ?? null,
    publish_until: page?.publish_until ?? null,
    summary: post?.summary ?? '',
    cover: post?.cover ?? null,
    author: post?.author ?? '',
    tags: post?.tags.join(', ') ?? '',
  };
};

const pageOf = ({ summary: _, cover: __, author: ___, tags: ____, ...page }: EntryValues) => page;

export const tagsOf = (tags: string): string[] =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

const postOf = ({ publish_until: _, tags, ...post }: EntryValues) => ({ ...post, tags: tagsOf(tags) });

export const PAGE: EntryKind = {
  noun: 'page',
  name: 'Page',
  list: '/admin/content/pages',
  plural: 'Pages',
  path: '/pages',
  listKey: 'content-pages',
  read: (id, signal) => api.call('GET /admin/content/pages/{id}', { params: { id } }, { signal }),
  create: (values, key) => api.call('POST /admin/content/pages', { body: pageOf(values) }, { idempotencyKey: key }),
  change: (id, values, revision) =>
    api.call('PUT /admin/content/pages/{id}', { params: { id }, body: { ...pageOf(values), revision } }),
  remove: (id) => api.call('DELETE /admin/content/pages/{id}', { params: { id } }),
};

export const POST: EntryKind = {
  noun: 'post',
  name: 'Post',
  list: '/admin/content/posts',
  plural: 'Blog',
  path: '/blog',
  listKey: 'content-posts',
  read: (id, signal) => api.call('GET /admin/content/posts/{id}', { params: { id } }, { signal }),
  create: (values, key) => api.call('POST /admin/content/posts', { body: postOf(values) }, { idempotencyKey: key }),
  change: (id, values, revision) =>
    api.call('PUT /admin/content/posts/{id}', { params: { id }, body: { ...postOf(values), revision } }),
  remove: (id) => api.call('DELETE /admin/content/posts/{id}', { params: { id } }),
};
