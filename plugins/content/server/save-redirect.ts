import { type AuditContext, refuse } from '#plugin';
import { refusals } from '../contract-fields.ts';
import { isLoop, pathOf } from '../model/redirect-path.ts';
import type { AdminRedirect, RedirectFields } from '../redirect-contract.ts';
import type { Services, Transaction } from '../tables.ts';
import { isAnswered } from './addresses.ts';
import {
  deleteRedirectRow,
  insertRedirect,
  lockAddresses,
  type RedirectRow,
  readRedirect,
  readRedirectFrom,
  redirectView,
  updateRedirect,
} from './redirects.store.ts';

const audited = ({ from_path, to_path, status }: Pick<AdminRedirect, 'from_path' | 'to_path' | 'status'>) => ({
  from_path,
  to_path,
  status,
});

/** @throws a refusal: `content.redirect_taken`, `content.redirect_unneeded` or `content.redirect_loop` */
export function createRedirect(services: Services, fields: RedirectFields, by: AuditContext): Promise<AdminRedirect> {
  return services.transaction(async (tx) => {
    const redirect = await checked(tx, services, fields, undefined);
    return redirectView(await createRow(tx, services, redirect, by));
  });
}

async function createRow(
  tx: Transaction,
  services: Services,
  redirect: RedirectFields,
  by: AuditContext,
): Promise<RedirectRow> {
  const row = await insertRedirect(tx, redirect, services.now());
  await services.recordAudit(tx, {
    ...by,
    entity: 'content_redirect',
    entityId: String(row.id),
    action: 'content.create_redirect',
    before: null,
    after: audited(redirect),
  });
  return row;
}

/** @throws the refusals of `createRedirect`, `content.redirect_not_found`, or `content.changed` with `redirect` */
export function changeRedirect(
  services: Services,
  id: number,
  { revision, ...fields }: RedirectFields & { readonly revision: number },
  by: AuditContext,
): Promise<AdminRedirect> {
  return services.transaction(async (tx) => {
    await lockAddresses(tx);
    const former = await readRedirect(tx, id);
    if (!former) throw refuse(refusals.redirect_not_found);
    if (JSON.stringify(audited(former)) === JSON.stringify(audited(fields))) return redirectView(former);
    if (former.revision !== revision) {
      throw refuse(refusals.changed, { data: { redirect: redirectView(former) } });
    }
    const redirect = await checked(tx, services, fields, id);
    return redirectView(await changeRow(tx, services, former, redirect, by));
  });
}

async function changeRow(
  tx: Transaction,
  services: Services,
  former: RedirectRow,
  redirect: RedirectFields,
  by: AuditContext,
): Promise<RedirectRow> {
  const next = { ...redirect, revision: former.revision + 1 };
  const row = await updateRedirect(tx, former.id, next, services.now());
  await services.recordAudit(tx, {
    ...by,
    entity: 'content_redirect',
    entityId: String(former.id),
    action: 'content.change_redirect',
    before: audited(former),
    after: audited(redirect),
  });
  return row;
}

/**
 * Creates a redirect, or changes the one from the same address.
 * @param tx holds the lock of `lockAddresses`
 * @param known all redirects by the path from which they lead; brought up to date
 * @returns what was done, or why it cannot be
 */
export async function putRedirect(
  tx: Transaction,
  services: Services,
  fields: RedirectFields,
  { known, by }: { known: Map<string, RedirectRow>; by: AuditContext },
): Promise<{ readonly done: 'created' | 'updated' | 'unchanged' } | { readonly problem: string }> {
  const redirect = { ...fields, from_path: pathOf(fields.from_path) };
  const former = known.get(redirect.from_path);
  if (former && former.to_path === redirect.to_path && former.status === redirect.status) return { done: 'unchanged' };
  const problem = await problemOf(tx, services.now(), redirect, { find: (path) => known.get(path), ownId: former?.id });
  if (problem !== undefined) return { problem: refusals[problem].message };
  const row = former
    ? await changeRow(tx, services, former, redirect, by)
    : await createRow(tx, services, redirect, by);
  known.set(row.from_path, row);
  return { done: former ? 'updated' : 'created' };
}

/** @throws a refusal `content.redirect_not_found` */
export function deleteRedirect(services: Services, id: number, by: AuditContext): Promise<void> {
  return services.transaction(async (tx) => {
    const former = await deleteRedirectRow(tx, id);
    if (!former) throw refuse(refusals.redirect_not_found);
    await services.recordAudit(tx, {
      ...by,
      entity: 'content_redirect',
      entityId: String(id),
      action: 'content.delete_redirect',
      before: audited(former),
      after: null,
    });
  });
}

/** The redirect from a path. */
type FindRedirect = (path: string) => Promise<RedirectRow | undefined> | RedirectRow | undefined;

type Refused = 'redirect_unneeded' | 'redirect_taken' | 'redirect_loop';

/**
 * @param ownId the redirect that is changed
 * @throws a refusal
 */
async function checked(
  tx: Transaction,
  { now }: Services,
  fields: RedirectFields,
  ownId: number | undefined,
): Promise<RedirectFields> {
  await lockAddresses(tx);
  const problem = await problemOf(tx, now(), fields, { find: (path) => readRedirectFrom(tx, path), ownId });
  if (problem !== undefined) {
    const field = problem === 'redirect_loop' ? 'to_path' : 'from_path';
    throw refuse(refusals[problem], { errors: { [field]: [refusals[problem].message] } });
  }
  return { ...fields, from_path: pathOf(fields.from_path) };
}

async function problemOf(
  tx: Transaction,
  now: Date,
  { from_path, to_path }: RedirectFields,
  { find, ownId }: { readonly find: FindRedirect; readonly ownId: number | undefined },
): Promise<Refused | undefined> {
  const from = pathOf(from_path);
  if (await isAnswered(tx, from, now)) return 'redirect_unneeded';
  const taken = await find(from);
  if (taken && taken.id !== ownId) return 'redirect_taken';
  const next = new Map<string, string>();
  // A limit is enough: loops are short.
  for (let path = pathOf(to_path); !next.has(path) && next.size < 25; ) {
    const following = await find(path);
    if (!following || following.id === ownId) break;
    next.set(path, following.to_path);
    path = pathOf(following.to_path);
  }
  return isLoop(from, to_path, (path) => next.get(path)) ? 'redirect_loop' : undefined;
}
