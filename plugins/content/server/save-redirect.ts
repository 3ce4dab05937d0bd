import { isShopAddress, refuse } from '#plugin';
import { type AdminRedirect, type RedirectFields, refusals } from '../contract.ts';
import { isLoop, pathOf } from '../model/redirect-path.ts';
import type { Services, Transaction } from '../tables.ts';
import { type Admin, auditedBy } from './admin.ts';
import { readPageBySlug } from './pages.store.ts';
import { readPostBySlug } from './posts.store.ts';
import { lockAddresses, REDIRECT_COLUMNS, readRedirect, readRedirectFrom, redirectView } from './redirects.store.ts';

const audited = ({ from_path, to_path, status }: Pick<AdminRedirect, 'from_path' | 'to_path' | 'status'>) => ({
  from_path,
  to_path,
  status,
});

/** @throws a refusal: `content.redirect_taken`, `content.redirect_unneeded` or `content.redirect_loop` */
export function createRedirect(services: Services, fields: RedirectFields, by: Admin): Promise<AdminRedirect> {
  return services.transaction(async (tx) => {
    const redirect = await checked(tx, fields, undefined);
    const at = services.now();
    const row = await tx
      .insertInto('plugin_content.redirect')
      .values({ ...redirect, is_automatic: false, created_at: at, updated_at: at })
      .returning(REDIRECT_COLUMNS)
      .executeTakeFirstOrThrow();
    await services.recordAudit(tx, {
      ...auditedBy(by, 'content_redirect', row.id),
      action: 'content.create_redirect',
      before: null,
      after: audited(redirect),
    });
    return redirectView(row);
  });
}

/** @throws the refusals of `createRedirect`, `content.redirect_not_found`, or `content.changed` with `redirect` */
export function changeRedirect(
  services: Services,
  id: number,
  { revision, ...fields }: RedirectFields & { readonly revision: number },
  by: Admin,
): Promise<AdminRedirect> {
  return services.transaction(async (tx) => {
    await lockAddresses(tx);
    const former = await readRedirect(tx, id);
    if (!former) throw refuse(refusals.redirect_not_found);
    if (JSON.stringify(audited(former)) === JSON.stringify(audited(fields))) return redirectView(former);
    if (former.revision !== revision) {
      throw refuse(refusals.changed, { data: { redirect: redirectView(former) } });
    }
    const redirect = await checked(tx, fields, id);
    const row = await tx
      .updateTable('plugin_content.redirect')
      .set({ ...redirect, is_automatic: false, revision: revision + 1, updated_at: services.now() })
      .where('id', '=', id)
      .returning(REDIRECT_COLUMNS)
      .executeTakeFirstOrThrow();
    await services.recordAudit(tx, {
      ...auditedBy(by, 'content_redirect', id),
      action: 'content.change_redirect',
      before: audited(former),
      after: audited(redirect),
    });
    return redirectView(row);
  });
}

/** @throws a refusal `content.redirect_not_found` */
export function deleteRedirect(services: Services, id: number, by: Admin): Promise<void> {
  return services.transaction(async (tx) => {
    const former = await tx
      .deleteFrom('plugin_content.redirect')
      .where('id', '=', id)
      .returning(REDIRECT_COLUMNS)
      .executeTakeFirst();
    if (!former) throw refuse(refusals.redirect_not_found);
    await services.recordAudit(tx, {
      ...auditedBy(by, 'content_redirect', id),
      action: 'content.delete_redirect',
      before: audited(former),
      after: null,
    });
  });
}

/** @param ownId the redirect that is changed */
async function checked(tx: Transaction, fields: RedirectFields, ownId: number | undefined): Promise<RedirectFields> {
  await lockAddresses(tx);
  const from_path = pathOf(fields.from_path);
  const at = (refusal: (typeof refusals)[keyof typeof refusals], field: 'from_path' | 'to_path') =>
    refuse(refusal, { errors: { [field]: [refusal.message] } });
  if (await isAnswered(tx, from_path)) throw at(refusals.redirect_unneeded, 'from_path');
  const taken = await readRedirectFrom(tx, from_path);
  if (taken && taken.id !== ownId) throw at(refusals.redirect_taken, 'from_path');
  const next = new Map<string, string>();
  // Loops are short: each hop is one lookup by a unique index.
  for (let path = pathOf(fields.to_path); !next.has(path) && next.size < 25; ) {
    const following = await readRedirectFrom(tx, path);
    if (!following || following.id === ownId) break;
    next.set(path, following.to_path);
    path = pathOf(following.to_path);
  }
  if (isLoop(from_path, fields.to_path, (path) => next.get(path))) throw at(refusals.redirect_loop, 'to_path');
  return { ...fields, from_path };
}

/** Whether a page answers at a path, so that a redirect from it would never be asked for. */
async function isAnswered(tx: Transaction, path: string): Promise<boolean> {
  if (isShopAddress(path)) return true;
  if (path === '/blog' || path === '/blog/feed.xml') return true;
  const [, section, name, ...rest] = path.split('/');
  if (name === undefined || rest.length > 0) return false;
  if (section === 'pages') return (await readPageBySlug(tx, name)) !== undefined;
  if (section === 'blog') return (await readPostBySlug(tx, name)) !== undefined;
  if (section !== 'products') return false;
  const product = tx.selectFrom('product').select('id').where('slug', '=', name).where('is_active', '=', true);
  return (await product.executeTakeFirst()) !== undefined;
}
