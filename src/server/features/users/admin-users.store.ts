import { type ExpressionBuilder, sql } from 'kysely';
import { type Database, FORCE_CUSTOM_PLAN, type Handle, type Transaction } from '#server/platform/database/database.ts';
import { findPage, holdsText, type Span, searchPage } from '#server/platform/database/find-page.ts';
import type { DB } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';
import type { UserRow } from './users.store.ts';

export interface UserFilter {
  readonly role?: 'admin' | 'customer' | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  /** Searched in name and email address; digits alone also match the id. */
  readonly search?: string | undefined;
}

export interface UserOrder {
  readonly by: 'created_at' | 'name' | 'last_login_at';
  readonly order: 'asc' | 'desc';
}

/** An account with the total of its orders, in cents. */
export interface ListedUser extends UserRow {
  readonly orders_count: number;
  readonly spent_cents: number;
}

const LARGEST_ID = 2_147_483_647;

function isSearched(eb: ExpressionBuilder<DB, 'users'>, search: string) {
  const id = /^#?(\d{1,10})$/.exec(search)?.[1];
  return eb.or([
    holdsText('search_text', search),
    ...(id !== undefined && Number(id) <= LARGEST_ID ? [eb('id', '=', Number(id))] : []),
  ]);
}

/** Deleted accounts are in no list. */
function isWanted({ role, status, search }: UserFilter) {
  return (eb: ExpressionBuilder<DB, 'users'>) =>
    eb.and([
      eb('anonymised_at', 'is', null),
      ...(role === undefined ? [] : [eb('is_admin', '=', role === 'admin')]),
      ...(status === undefined ? [] : [eb('is_active', '=', status === 'active')]),
      ...(search === undefined ? [] : [isSearched(eb, search)]),
    ]);
}

const ORDERS = {
  name: { asc: sql`lower(name), id`, desc: sql`lower(name) DESC, id DESC` },
  created_at: { asc: sql`created_at, id`, desc: sql`created_at DESC, id DESC` },
  // Accounts that never logged in come last in both directions.
  last_login_at: { asc: sql`last_login_at NULLS LAST, id`, desc: sql`last_login_at DESC NULLS LAST, id DESC` },
} as const satisfies Record<UserOrder['by'], unknown>;

/** @param currency of the payments to sum; currencies cannot be added up. */
async function withFigures(db: Handle, users: readonly UserRow[], currency: string): Promise<ListedUser[]> {
  if (users.length === 0) return [];
  const figures = await db
    .selectFrom('orders')
    .leftJoin('payment', 'payment.order_id', 'orders.id')
    .select((eb) => [
      'orders.user_id',
      eb.fn.count<number>('orders.id').as('orders_count'),
      sql<number>`coalesce(sum(payment.captured_cents - payment.refunded_cents)
        FILTER (WHERE payment.currency = ${currency}), 0)::bigint`.as('spent_cents'),
    ])
    .where(
      'orders.user_id',
      'in',
      users.map(({ id }) => id),
    )
    .groupBy('orders.user_id')
    .execute();
  const byUser = new Map(figures.map((row) => [row.user_id, row]));
  return users.map((user) => {
    const { orders_count = 0, spent_cents = 0 } = byUser.get(user.id) ?? {};
    return { ...user, orders_count, spent_cents };
  });
}

/** One page of the matching accounts. @param currency of the payments that count as spent. */
export async function listUserRows(
  db: Database,
  filter: UserFilter,
  { by, order }: UserOrder,
  span: Span,
  currency: string,
): Promise<{ rows: ListedUser[]; total: number }> {
  const find = filter.search === undefined ? findPage : searchPage;
  const list = db.selectFrom('users').where(isWanted(filter));
  const inOrder = ORDERS[by][order];
  const { ids, total } = await find(list, { id: 'users.id', order: inOrder }, span);
  const users = await db
    .selectFrom('users')
    .select(columnsOf('users'))
    .where(sql<boolean>`id = ANY (${ids}::integer[])`)
    .orderBy(inOrder)
    .execute();
  return { rows: await withFigures(db, users, currency), total };
}

/** The matching accounts after the id `last`, by id. */
export async function listUserRowsAfter(
  db: Database,
  filter: UserFilter,
  last: number,
  limit: number,
  currency: string,
): Promise<ListedUser[]> {
  const users = await db
    .selectFrom('users')
    .modifyFront(sql.raw(FORCE_CUSTOM_PLAN))
    .select(columnsOf('users'))
    .where(isWanted(filter))
    .where('id', '>', last)
    .orderBy('id')
    .limit(limit)
    .execute();
  return withFigures(db, users, currency);
}

/** Undefined: unknown or deleted. */
export async function findListedUser(db: Handle, id: number, currency: string): Promise<ListedUser | undefined> {
  const user = await db
    .selectFrom('users')
    .select(columnsOf('users'))
    .where('id', '=', id)
    .where('anonymised_at', 'is', null)
    .executeTakeFirst();
  return user && (await withFigures(db, [user], currency))[0];
}

export interface UserCounts {
  readonly total: number;
  readonly active: number;
  readonly admins: number;
  readonly new_this_month: number;
}

/** @param timeZone that months follow. */
export async function countUsers(db: Database, timeZone: string, at: Date): Promise<UserCounts> {
  const { rows } = await sql<UserCounts>`
    SELECT count(*) AS total,
           count(*) FILTER (WHERE is_active) AS active,
           count(*) FILTER (WHERE is_admin) AS admins,
           count(*) FILTER (WHERE created_at >=
             date_trunc('month', ${at}::timestamptz AT TIME ZONE ${timeZone}) AT TIME ZONE ${timeZone}) AS new_this_month
      FROM users WHERE anonymised_at IS NULL`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('A count has one row');
  return counts;
}

/** Their newest orders with the number of units. */
export function listNewestOrders(db: Database, userId: number, limit: number) {
  return db
    .selectFrom('orders')
    .select((eb) => [
      'id',
      'order_number',
      'status',
      'payment_status',
      'currency',
      'total_cents',
      'created_at',
      eb
        .selectFrom('order_line')
        .select(sql<number>`coalesce(sum(quantity), 0)::integer`.as('units'))
        .whereRef('order_line.order_id', '=', 'orders.id')
        .$asScalar()
        .$notNull()
        .as('items_count'),
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export interface UserFigures {
  readonly cancelled: number;
  readonly open: number;
  readonly refunded_cents: number;
  readonly last_order_at: Date | null;
  readonly sessions: number;
  readonly addresses: number;
  readonly wishlist: number;
  readonly cart_items: number;
}

/**
 * Figures related to an account.
 * @param seenSince sessions idle for longer have expired.
 * @param currency of the refunds to sum.
 */
export async function countBelongings(
  db: Database,
  userId: number,
  { seenSince, at, currency }: { readonly seenSince: Date; readonly at: Date; readonly currency: string },
): Promise<UserFigures> {
  const { rows } = await sql<UserFigures>`
    SELECT count(*) FILTER (WHERE o.status = 'cancelled') AS cancelled,
           count(*) FILTER (WHERE o.status IN ('pending', 'confirmed', 'processing')) AS open,
           coalesce(sum(p.refunded_cents) FILTER (WHERE p.currency = ${currency}), 0)::bigint AS refunded_cents,
           max(o.created_at) AS last_order_at,
           (SELECT count(*) FROM session
             WHERE user_id = ${userId} AND expires_at > ${at} AND last_seen_at > ${seenSince}) AS sessions,
           (SELECT count(*) FROM user_address WHERE user_id = ${userId}) AS addresses,
           (SELECT count(*) FROM wishlist_entry WHERE user_id = ${userId}) AS wishlist,
           (SELECT coalesce(sum(quantity), 0)::bigint FROM cart_line WHERE user_id = ${userId}) AS cart_items
      FROM orders o LEFT JOIN payment p ON p.order_id = o.id WHERE o.user_id = ${userId}`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('A count has one row');
  return figures;
}

export async function setActive(tx: Transaction, id: number, isActive: boolean, at: Date): Promise<void> {
  await tx.updateTable('users').set({ is_active: isActive, updated_at: at }).where('id', '=', id).execute();
}

export async function setAdmin(tx: Transaction, id: number, isAdmin: boolean, at: Date): Promise<void> {
  await tx.updateTable('users').set({ is_admin: isAdmin, updated_at: at }).where('id', '=', id).execute();
}
