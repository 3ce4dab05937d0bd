import { refuse } from '#plugin';
import { type AdminPage, type PageFields, refusals } from '../contract.ts';
import { isEqual } from '../model/is-equal.ts';
import type { Services, Transaction } from '../tables.ts';
import { type Admin, auditedBy } from './admin.ts';
import { adminPageView, type PageRow } from './page.view.ts';
import { deletePageRow, insertPage, lockPage, readPageBySlug, updatePage } from './pages.store.ts';
import { claimPictures } from './pictures.store.ts';
import { deleteRedirectsTo, lockAddresses, redirectMovedPage } from './redirects.store.ts';

/** The columns of a page from its form. */
const columnsOf = ({ body, publish_from, publish_until, ...fields }: PageFields) => ({
  ...fields,
  body: JSON.stringify(body),
  publish_from: publish_from === null ? null : new Date(publish_from),
  publish_until: publish_until === null ? null : new Date(publish_until),
});

/** The text in full would fill the audit log; its length shows that it changed. */
const audited = ({ body, ...fields }: Omit<PageFields, 'revision'>) => ({
  title: fields.title,
  slug: fields.slug,
  seo_title: fields.seo_title,
  seo_description: fields.seo_description,
  is_published: fields.is_published,
  publish_from: fields.publish_from,
  publish_until: fields.publish_until,
  text_length: JSON.stringify(body).length,
});

/** @throws a refusal `content.slug_taken` or `content.picture_unknown` */
export function createPage(services: Services, fields: PageFields, by: Admin): Promise<AdminPage> {
  return services.transaction(async (tx) => {
    await lockAddresses(tx);
    await claimPictures(services, tx, fields.body);
    const at = services.now();
    const row = await insertPage(tx, columnsOf(fields), at);
    if (!row) throw slugTaken();
    await services.recordAudit(tx, {
      ...auditedBy(by, 'content_page', row.id),
      action: 'content.create_page',
      before: null,
      after: audited(fields),
    });
    await services.announceChange(tx);
    return adminPageView(row, at);
  });
}

/**
 * Saves on top of a revision. Repeated with the same content, it succeeds again.
 * @throws a refusal: `content.page_not_found`, `content.changed` with the current `page`, `content.slug_taken` or
 * `content.picture_unknown`
 */
export function changePage(
  services: Services,
  id: number,
  { revision, ...fields }: PageFields & { readonly revision: number },
  by: Admin,
): Promise<AdminPage> {
  return services.transaction(async (tx) => {
    const former = await lockPage(tx, id);
    if (!former) throw refuse(refusals.page_not_found);
    const at = services.now();
    const current = adminPageView(former, at);
    if (isSame(current, fields)) return current;
    if (former.revision !== revision) throw refuse(refusals.changed, { data: { page: current } });
    if (former.slug !== fields.slug) await moveAddress(services, tx, former, fields.slug);
    await claimPictures(services, tx, fields.body);
    const row = await updatePage(tx, id, { ...columnsOf(fields), revision: revision + 1 }, at);
    await services.recordAudit(tx, {
      ...auditedBy(by, 'content_page', id),
      action: 'content.change_page',
      before: audited(current),
      after: audited(fields),
    });
    await services.announceChange(tx);
    return adminPageView(row, at);
  });
}

/** @throws a refusal `content.page_not_found` */
export function deletePage(services: Services, id: number, by: Admin): Promise<void> {
  return services.transaction(async (tx) => {
    const former = await lockPage(tx, id);
    if (!former) throw refuse(refusals.page_not_found);
    await deletePageRow(tx, id);
    await lockAddresses(tx);
    await deleteRedirectsTo(tx, addressOf(former.slug));
    await services.recordAudit(tx, {
      ...auditedBy(by, 'content_page', id),
      action: 'content.delete_page',
      before: audited(adminPageView(former, services.now())),
      after: null,
    });
    await services.announceChange(tx);
  });
}

const addressOf = (slug: string): string => `/pages/${slug}`;

const slugTaken = () => refuse(refusals.slug_taken, { errors: { slug: [refusals.slug_taken.message] } });

const isSame = (current: AdminPage, fields: PageFields): boolean =>
  isEqual([audited(current), current.body], [audited(fields), fields.body]);

/** Links to the former address of a page that was public lead to the new one. */
async function moveAddress(services: Services, tx: Transaction, former: PageRow, slug: string): Promise<void> {
  await lockAddresses(tx);
  if (await readPageBySlug(tx, slug)) throw slugTaken();
  await redirectMovedPage(tx, {
    from: addressOf(former.slug),
    to: addressOf(slug),
    at: services.now(),
    isNeeded: former.is_published,
  });
}
