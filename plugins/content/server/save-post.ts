import { refuse } from '#plugin';
import type { AdminPost, PostFields } from '../blog-contract.ts';
import { refusals } from '../contract-fields.ts';
import { isEqual } from '../model/is-equal.ts';
import { beginningOf, plainText } from '../model/rich-text.ts';
import type { Services, Transaction } from '../tables.ts';
import { type Admin, auditedBy } from './admin.ts';
import { claimPictures } from './pictures.store.ts';
import { adminPostView, type PostRow } from './post.view.ts';
import { deletePostRow, insertPost, lockPost, readPostBySlug, updatePost } from './posts.store.ts';
import { deleteRedirectsTo, lockAddresses, redirectMovedPage } from './redirects.store.ts';

/** What search engines show at most of a description. */
export const BEGINNING_LENGTH = 155;

const columnsOf = ({ body, cover, tags, publish_from, ...fields }: PostFields) => ({
  ...fields,
  tags: [...tags],
  body: JSON.stringify(body),
  beginning: beginningOf(plainText(body), BEGINNING_LENGTH),
  cover: cover && JSON.stringify(cover),
  publish_from: publish_from === null ? null : new Date(publish_from),
});

/** A post that is published without a date has the one of its publication. */
const dated = (fields: PostFields, otherwise: string): PostFields =>
  fields.is_published && fields.publish_from === null ? { ...fields, publish_from: otherwise } : fields;

/** The text in full would fill the audit log; its length shows that it changed. */
const audited = ({ body, cover, tags, ...fields }: Omit<PostFields, 'revision'>) => ({
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
});

/** @throws a refusal `content.post_slug_taken` or `content.picture_unknown` */
export function createPost(services: Services, given: PostFields, by: Admin): Promise<AdminPost> {
  return services.transaction(async (tx) => {
    await lockAddresses(tx);
    const at = services.now();
    const fields = dated(given, at.toISOString());
    await claimPictures(services, tx, [fields.body, fields.cover]);
    const row = await insertPost(tx, columnsOf(fields), at);
    if (!row) throw slugTaken();
    await services.recordAudit(tx, {
      ...auditedBy(by, 'content_post', row.id),
      action: 'content.create_post',
      before: null,
      after: audited(fields),
    });
    await services.announceChange(tx);
    return adminPostView(row, at);
  });
}

/**
 * Saves on top of a revision. Repeated with the same content, it succeeds again.
 * @throws a refusal: `content.post_not_found`, `content.changed` with the current `post`, `content.post_slug_taken` or
 * `content.picture_unknown`
 */
export function changePost(
  services: Services,
  id: number,
  { revision, ...given }: PostFields & { readonly revision: number },
  by: Admin,
): Promise<AdminPost> {
  return services.transaction(async (tx) => {
    const former = await lockPost(tx, id);
    if (!former) throw refuse(refusals.post_not_found);
    const at = services.now();
    const current = adminPostView(former, at);
    const fields = dated(given, current.publish_from ?? at.toISOString());
    if (isSame(current, fields)) return current;
    if (former.revision !== revision) throw refuse(refusals.changed, { data: { post: current } });
    if (former.slug !== fields.slug) await moveAddress(services, tx, former, fields.slug);
    await claimPictures(services, tx, [fields.body, fields.cover]);
    const row = await updatePost(tx, id, { ...columnsOf(fields), revision: revision + 1 }, at);
    await services.recordAudit(tx, {
      ...auditedBy(by, 'content_post', id),
      action: 'content.change_post',
      before: audited(current),
      after: audited(fields),
    });
    await services.announceChange(tx);
    return adminPostView(row, at);
  });
}

/** @throws a refusal `content.post_not_found` */
export function deletePost(services: Services, id: number, by: Admin): Promise<void> {
  return services.transaction(async (tx) => {
    const former = await lockPost(tx, id);
    if (!former) throw refuse(refusals.post_not_found);
    await deletePostRow(tx, id);
    await lockAddresses(tx);
    await deleteRedirectsTo(tx, addressOf(former.slug));
    await services.recordAudit(tx, {
      ...auditedBy(by, 'content_post', id),
      action: 'content.delete_post',
      before: audited(adminPostView(former, services.now())),
      after: null,
    });
    await services.announceChange(tx);
  });
}

const addressOf = (slug: string): string => `/blog/${slug}`;

const slugTaken = () => refuse(refusals.post_slug_taken, { errors: { slug: [refusals.post_slug_taken.message] } });

const isSame = (current: AdminPost, fields: PostFields): boolean =>
  isEqual([audited(current), current.body, current.cover], [audited(fields), fields.body, fields.cover]);

/** Links to the former address of a post that was public lead to the new one. */
async function moveAddress(services: Services, tx: Transaction, former: PostRow, slug: string): Promise<void> {
  await lockAddresses(tx);
  if (await readPostBySlug(tx, slug)) throw slugTaken();
  await redirectMovedPage(tx, {
    from: addressOf(former.slug),
    to: addressOf(slug),
    at: services.now(),
    isNeeded: former.is_published,
  });
}
