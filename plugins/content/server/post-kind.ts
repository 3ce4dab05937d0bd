import type { AdminPost, PostFields } from '../blog-contract.ts';
import { beginningOf, plainText } from '../model/rich-text.ts';
import { DESCRIPTION_LENGTH } from './page.view.ts';
import { adminPostView } from './post.view.ts';
import { POSTS, type PostRow } from './posts.store.ts';
import type { EntryKind } from './save-entry.ts';

/** The columns of a post from its form. */
const columnsOf = ({ body, cover, tags, publish_from, ...fields }: PostFields) => ({
  ...fields,
  tags: [...tags],
  body: JSON.stringify(body),
  beginning: beginningOf(plainText(body), DESCRIPTION_LENGTH),
  cover: cover && JSON.stringify(cover),
  publish_from: publish_from === null ? null : new Date(publish_from),
});

export const POST: EntryKind<PostFields, PostRow, AdminPost> = {
  noun: 'post',
  table: 'plugin_content.post',
  notFound: 'post_not_found',
  slugTaken: 'post_slug_taken',
  addressOf: (slug) => `/blog/${slug}`,
  /** A post that is published without a date gets the current one. */
  completed: (fields, at, current) =>
    fields.is_published && fields.publish_from === null
      ? { ...fields, publish_from: current?.publish_from ?? at.toISOString() }
      : fields,
  lock: POSTS.lock,
  insert: (tx, fields, at) => POSTS.insert(tx, columnsOf(fields), at),
  update: (tx, id, fields, revision, at) => POSTS.update(tx, id, { ...columnsOf(fields), revision }, at),
  view: adminPostView,
  audited: ({ body, cover, tags, ...fields }) => ({
    title: fields.title,
    slug: fields.slug,
    summary: fields.summary,
    author: fields.author,
    tags: tags.join(', '),
    cover: cover?.src ?? null,
    seo_title: fields.seo_title,
    seo_description: fields.seo_description,
    is_published: fields.is_published,
    publish_from: fields.publish_from,
    text_length: JSON.stringify(body).length,
  }),
  contentOf: ({ body, cover }) => [body, cover],
};
