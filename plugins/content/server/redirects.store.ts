import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { likePattern } from '#plugin';
import type { AdminRedirect, RedirectFields } from '../redirect-contract.ts';
import type { Database, RedirectTable, Tables, Transaction } from '../tables.ts';

export type RedirectRow = Selectable<RedirectTable>;

export const redirectView = (row: RedirectRow): AdminRedirect => ({
  id: row.id,
  revision: row.revision,
  from_path: row.from_path,
  to_path: row.to_path,
  status: row.status,
  is_automatic: row.is_automatic,
  updated_at: row.updated_at.toISOString(),
});

const REDIRECT_COLUMNS = [
  'id',
  'from_path',
  'to_path',
  'status',
  'is_automatic',
  'revision',
  'created_at',
  'updated_at',
] as const;

const redirects = (db: Database | Transaction) => db.selectFrom('plugin_content.redirect');

const matching = (search: string | undefined) => (eb: ExpressionBuilder<Tables, 'plugin_content.redirect'>) => {
  const text = likePattern(search ?? '');
  return search ? eb.or([eb('from_path', 'ilike', text), eb('to_path', 'ilike', text)]) : eb.val(true);
};

export async function countRedirects(db: Database, search: string | undefined): Promise<number> {
  const { count } = await redirects(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matching(search))
    .executeTakeFirstOrThrow();
  return count;
}

export function listRedirects(
  db: Database,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
): Promise<RedirectRow[]> {
  return redirects(db)
    .select(REDIRECT_COLUMNS)
    .where(matching(search))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export const readRedirect = (db: Database | Transaction, id: number): Promise<RedirectRow | undefined> =>
  redirects(db).select(REDIRECT_COLUMNS).where('id', '=', id).executeTakeFirst();

export const readRedirectFrom = (db: Database | Transaction, path: string): Promise<RedirectRow | undefined> =>
  redirects(db).select(REDIRECT_COLUMNS).where('from_path', '=', path).executeTakeFirst();

export const readRedirects = (tx: Transaction): Promise<RedirectRow[]> =>
  redirects(tx).select(REDIRECT_COLUMNS).execute();

/** One change of addresses at a time: two redirects at once could form a loop that neither of them sees. */
export async function lockAddresses(tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('plugin_content.redirect'))`.execute(tx);
}

/** Addresses that led to `path` lead nowhere, so they are not kept. */
export async function deleteRedirectsTo(tx: Transaction, path: string): Promise<void> {
  await tx.deleteFrom('plugin_content.redirect').where('to_path', '=', path).where('is_automatic', '=', true).execute();
}

/**
 * Redirects from the former address of a page. What led there leads to the new address at once, and nothing leads away from
 * the new one.
 * @param isNeeded false for a page that nobody has seen
 */
export async function redirectMovedPage(
  tx: Transaction,
  { from, to, at, isNeeded }: { from: string; to: string; at: Date; isNeeded: boolean },
): Promise<void> {
  await tx.deleteFrom('plugin_content.redirect').where('from_path', '=', to).execute();
  await tx
    .updateTable('plugin_content.redirect')
    .set(({ eb }) => ({ to_path: to, revision: eb('revision', '+', 1), updated_at: at }))
    .where('to_path', '=', from)
    .execute();
  if (!isNeeded) return;
  await tx
    .insertInto('plugin_content.redirect')
    .values({ from_path: from, to_path: to, status: 301, is_automatic: true, created_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict.column('from_path').doUpdateSet({ to_path: to, status: 301, is_automatic: true, updated_at: at }),
    )
    .execute();
}

/** A redirect of the merchant's. */
export const insertRedirect = (tx: Transaction, redirect: RedirectFields, at: Date): Promise<RedirectRow> =>
  tx
    .insertInto('plugin_content.redirect')
    .values({ ...redirect, is_automatic: false, created_at: at, updated_at: at })
    .returning(REDIRECT_COLUMNS)
    .executeTakeFirstOrThrow();

export const updateRedirect = (
  tx: Transaction,
  id: number,
  redirect: RedirectFields & { readonly revision: number },
  at: Date,
): Promise<RedirectRow> =>
  tx
    .updateTable('plugin_content.redirect')
    .set({ ...redirect, is_automatic: false, updated_at: at })
    .where('id', '=', id)
    .returning(REDIRECT_COLUMNS)
    .executeTakeFirstOrThrow();

export const deleteRedirectRow = (tx: Transaction, id: number): Promise<RedirectRow | undefined> =>
  tx.deleteFrom('plugin_content.redirect').where('id', '=', id).returning(REDIRECT_COLUMNS).executeTakeFirst();

/** Whether shoppers see a product with this slug. */
export async function isActiveProduct(tx: Database | Transaction, slug: string): Promise<boolean> {
  const product = tx.selectFrom('product').select('id').where('slug', '=', slug).where('is_active', '=', true);
  return (await product.executeTakeFirst()) !== undefined;
}
