import { type Insertable, type Selectable, sql } from 'kysely';
import type { CouponState } from '#domain/money/discount.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { patternOf } from '#server/platform/database/find-page.ts';
import type { Coupon } from '#server/platform/database/schema.ts';
import { columnList, columnsOf } from '#server/tables/table-columns.ts';

/** A coupon with the orders that used it and are not cancelled. */
export interface CouponRow extends Selectable<Coupon> {
  readonly orders: number;
  /** Cents. */
  readonly discount_given: number;
}

export interface CouponFilter {
  readonly search: string | undefined;
  readonly state: CouponState | undefined;
}

/** The same rule as `couponState` in the domain, for all rows at once. */
const stateOf = (at: Date) => sql<CouponState>`
  CASE WHEN NOT c.is_active THEN 'inactive'
       WHEN c.ends_at <= ${at} THEN 'expired'
       WHEN c.times_used >= c.usage_limit THEN 'used_up'
       WHEN c.starts_at > ${at} THEN 'scheduled'
       ELSE 'active' END`;

const withUse = sql`${columnList('coupon', 'c')}, u.orders, u.discount_given`;
/** @param currency of the discounts to sum; currencies cannot be added up. */
const usedIn = (currency: string) => sql`
  LATERAL (SELECT count(*)::integer AS orders, coalesce(sum(o.discount_cents) FILTER (WHERE o.currency = ${currency}), 0)::bigint AS discount_given
             FROM orders o WHERE o.coupon_id = c.id AND o.status <> 'cancelled') u`;

export async function listCouponRows(
  db: Database,
  { search, state }: CouponFilter,
  at: Date,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  currency: string,
): Promise<{ rows: CouponRow[]; total: number }> {
  const pattern = search && patternOf(search.toUpperCase());
  const isWanted = sql`
    ${pattern ? sql`c.code LIKE ${pattern}` : sql`true`} AND ${state ? sql`${stateOf(at)} = ${state}` : sql`true`}`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<CouponRow>`
      SELECT ${withUse} FROM (SELECT ${columnList('coupon', 'c')} FROM coupon c WHERE ${isWanted}
        ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit} OFFSET ${offset}) c, ${usedIn(currency)}
       ORDER BY c.created_at DESC, c.id DESC`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total FROM coupon c WHERE ${isWanted}`.execute(db),
  ]);
  return { rows, total: counts[0]?.total ?? 0 };
}

export async function findCouponRow(db: Database, id: number, currency: string): Promise<CouponRow | undefined> {
  const { rows } = await sql<CouponRow>`
    SELECT ${withUse} FROM coupon c, ${usedIn(currency)} WHERE c.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks the coupon: nobody changes or uses it until the transaction ends. */
export function lockCoupon(tx: Transaction, id: number): Promise<Selectable<Coupon> | undefined> {
  return tx.selectFrom('coupon').select(columnsOf('coupon')).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** @returns undefined when the code is taken. */
export async function insertCoupon(tx: Transaction, row: Insertable<Coupon>): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('coupon')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updateCoupon(tx: Transaction, id: number, terms: Partial<Insertable<Coupon>>): Promise<void> {
  await tx
    .updateTable('coupon')
    .set((eb) => ({ ...terms, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteCouponRow(tx: Transaction, id: number): Promise<void> {
  await tx.deleteFrom('coupon').where('id', '=', id).execute();
}
