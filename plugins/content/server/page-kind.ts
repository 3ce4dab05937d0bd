import type { AdminPage, PageFields } from '../page-contract.ts';
import { adminPageView } from './page.view.ts';
import { PAGES, type PageRow } from './pages.store.ts';
import type { EntryKind } from './save-entry.ts';

/** The columns of a page from its form. */
const columnsOf = ({ body, publish_from, publish_until, ...fields }: PageFields) => ({
  ...fields,
  body: JSON.stringify(body),
  publish_from: publish_from === null ? null : new Date(publish_from),
  publish_until: publish_until === null ? null : new Date(publish_until),
});

export const PAGE: EntryKind<PageFields, PageRow, AdminPage> = {
  noun: 'page',
  table: 'plugin_content.page',
  notFound: 'page_not_found',
  slugTaken: 'slug_taken',
  addressOf: (slug) => `/pages/${slug}`,
  completed: (fields) => fields,
  lock: PAGES.lock,
  insert: (tx, fields, at) => PAGES.insert(tx, columnsOf(fields), at),
  update: (tx, id, fields, revision, at) => PAGES.update(tx, id, { ...columnsOf(fields), revision }, at),
  view: adminPageView,
  audited: ({ body, ...fields }) => ({
    title: fields.title,
    slug: fields.slug,
    seo_title: fields.seo_title,
    seo_description: fields.seo_description,
    is_published: fields.is_published,
    publish_from: fields.publish_from,
    publish_until: fields.publish_until,
    text_length: JSON.stringify(body).length,
  }),
  contentOf: ({ body }) => body,
};
