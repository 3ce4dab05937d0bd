import { createAdmin, openPluginShop, type PluginShop, signIn } from '#plugin/testing';
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
    shop,
    admin,
    /** Lets time pass; the admin signs in again. */
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

export type ContentDesk = Awaited<ReturnType<typeof openContentShop>>;
