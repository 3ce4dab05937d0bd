import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AdminWrites,
  type CreatedUser,
  createAdmin,
  openPluginShop,
  type PluginShop,
  signIn,
} from '#plugin/testing';
import type { contentContract } from './contract.ts';
import type { RichText } from './model/rich-text.ts';
import { content } from './plugin.ts';

/** A shop for tests with what its merchant does to pages. */
export async function openContentShop() {
  const shop: PluginShop<typeof contentContract> = await openPluginShop<typeof contentContract>(content());
  const adminUser = await createAdmin(shop.services.db);
  const admin = { token: await signIn(shop, adminUser) };
  let created = 0;

  const pageBody = (fields: Partial<ReturnType<typeof defaults>> = {}) => {
    created += 1;
    return { ...defaults(created), ...fields };
  };

  return {
    ...shop,
    admin,
    /** Moves the clock forward; the admin signs in again. */
    async advance(span: { readonly days?: number; readonly minutes?: number }) {
      shop.clock.advance(span);
      admin.token = await signIn(shop, adminUser);
    },
    pageBody,
    /** A published page. */
    createPage: async (fields: Partial<ReturnType<typeof defaults>> = {}) =>
      (await shop.call('POST /admin/content/pages', { body: pageBody(fields) }, admin)).data,
    readPublic: (slug: string) => shop.call('GET /content/pages/{slug}', { params: { slug } }),
    createRedirect: (from_path: string, to_path: string) =>
      shop.call('POST /admin/content/redirects', { body: { from_path, to_path } }, admin),
    /** Where a path without a page leads. */
    redirectOf: (path: string) => shop.services.plugins.findRedirect(path),
    /** What the audit log says about changes of the plug-in, oldest first. */
    async auditedActions(entity: string, id: number | string) {
      const rows = await shop.services.db
        .selectFrom('audit_entry')
        .select('action')
        .where('entity', '=', entity)
        .where('entity_id', '=', String(id))
        .orderBy('id')
        .execute();
      return rows.map(({ action }) => action);
    },
  };
}

/** A text of one paragraph. */
export const textOf = (words: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});

const defaults = (number: number) => ({
  title: `Page ${number}`,
  slug: `page-${number}`,
  body: textOf('We repair what we sell.'),
  seo_title: '',
  seo_description: '',
  is_published: true,
  publish_from: null as string | null,
  publish_until: null as string | null,
});

let posted = 0;
/** A published post. */
export const somePost = (fields: object = {}) => {
  posted += 1;
  return {
    title: `Post ${posted}`,
    slug: `post-${posted}`,
    body: textOf('Wood moves with the seasons.'),
    is_published: true,
    publish_from: null as string | null,
    ...fields,
  };
};

export type ContentTestShop = Awaited<ReturnType<typeof openContentShop>>;

/** A square picture of 512 pixels, as a form. */
export async function pictureForm(): Promise<FormData> {
  const bytes = await readFile(join(import.meta.dirname, '../../public/icon-512.png'));
  const body = new FormData();
  body.append('file', new Blob([bytes], { type: 'image/png' }), 'icon.png');
  return body;
}

type Shop = PluginShop<typeof contentContract>;

let written = 0;
const somePage = () => {
  written += 1;
  return { ...defaults(written), slug: `audited-${written}` };
};
const someRedirect = () => {
  written += 1;
  return { from_path: `/audited-${written}`, to_path: '/about' };
};
const asAdmin = async (shop: Shop, admin: CreatedUser) => ({ token: await signIn(shop, admin) });

/** A composition that differs from the one before. @returns its revision */
async function saveSomeDraft(shop: Shop, admin: CreatedUser): Promise<number> {
  const token = await asAdmin(shop, admin);
  const { revision } = (await shop.call('GET /admin/content/home', {}, token)).data;
  const body = { revision, sections: [quoteSection(`Quote of ${revision}`)] };
  return (await shop.call('PUT /admin/content/home/draft', { body }, token)).data.revision;
}

const FOREVER = { from: null, until: null };

/** A section whose settings hold everything that it shows. */
export const quoteSection = (text: string, schedule: { from: string | null; until: string | null } = FOREVER) => ({
  id: text.replace(/\W+/g, '-').slice(0, 40),
  type: 'content.quote',
  settings: { text, author: '' } as unknown,
  schedule,
});

export const adminWrites: AdminWrites<typeof contentContract> = {
  'POST /admin/content/pages': async () => ({ body: somePage() }),
  'PUT /admin/content/pages/{id}': async (shop, admin) => {
    const { data } = await shop.call('POST /admin/content/pages', { body: somePage() }, await asAdmin(shop, admin));
    return { params: { id: data.id }, body: { ...somePage(), revision: 1 } };
  },
  'DELETE /admin/content/pages/{id}': async (shop, admin) => {
    const { data } = await shop.call('POST /admin/content/pages', { body: somePage() }, await asAdmin(shop, admin));
    return { params: { id: data.id } };
  },
  'POST /admin/content/posts': async () => ({ body: somePost() }),
  'PUT /admin/content/posts/{id}': async (shop, admin) => {
    const { data } = await shop.call('POST /admin/content/posts', { body: somePost() }, await asAdmin(shop, admin));
    return { params: { id: data.id }, body: { ...somePost(), revision: 1 } };
  },
  'DELETE /admin/content/posts/{id}': async (shop, admin) => {
    const { data } = await shop.call('POST /admin/content/posts', { body: somePost() }, await asAdmin(shop, admin));
    return { params: { id: data.id } };
  },
  'POST /admin/content/pictures': async () => ({ body: await pictureForm() }),
  'POST /admin/content/redirects': async () => ({ body: someRedirect() }),
  'POST /admin/content/redirects/import': async () => {
    const { from_path, to_path } = someRedirect();
    const body = new FormData();
    body.append('file', new Blob([`${from_path},${to_path}`]), 'redirects.csv');
    return { body };
  },
  'PUT /admin/content/redirects/{id}': async (shop, admin) => {
    const body = someRedirect();
    const { data } = await shop.call('POST /admin/content/redirects', { body }, await asAdmin(shop, admin));
    return { params: { id: data.id }, body: { ...body, to_path: '/faq', revision: 1 } };
  },
  'DELETE /admin/content/redirects/{id}': async (shop, admin) => {
    const body = someRedirect();
    const { data } = await shop.call('POST /admin/content/redirects', { body }, await asAdmin(shop, admin));
    return { params: { id: data.id } };
  },
  'PUT /admin/content/frame': async (shop, admin) => {
    const { data } = await shop.call('GET /admin/content/frame', {}, await asAdmin(shop, admin));
    return { body: { ...data, footer_note: 'An audited line' } };
  },
  'PUT /admin/content/home/draft': async (shop, admin) => {
    const { data } = await shop.call('GET /admin/content/home', {}, await asAdmin(shop, admin));
    return { body: { revision: data.revision, sections: [quoteSection('An audited quote')] } };
  },
  'POST /admin/content/home/publish': async (shop, admin) => ({ body: { revision: await saveSomeDraft(shop, admin) } }),
  'POST /admin/content/home/discard': async (shop, admin) => ({ body: { revision: await saveSomeDraft(shop, admin) } }),
  'POST /admin/content/home/withdraw': async (shop, admin) => {
    const body = { revision: await saveSomeDraft(shop, admin) };
    const { data } = await shop.call('POST /admin/content/home/publish', { body }, await asAdmin(shop, admin));
    return { body: { revision: data.revision } };
  },
};
