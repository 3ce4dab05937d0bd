import { type Selectable, sql } from 'kysely';
import { CHECKOUT_STATUSES, isCheckoutSettled } from '#domain/checkout/checkout-status.ts';
import type { UnpaidHold } from '#domain/checkout/hold-limits.ts';
import type { Currency } from '#domain/money/currency.ts';
import { turnOfProvider } from '#server/features/payments/index.ts';
import { sectionOf, storedValueOf } from '#server/features/settings/index.ts';
import { anyOf, type Database, type Handle, type Transaction } from '#server/platform/database/database.ts';
import { insertRecords } from '#server/platform/database/insert-records.ts';
import type { Checkout } from '#server/platform/database/schema.ts';
import { columnList, columnsOf } from '#server/tables/table-columns.ts';

export type CheckoutRow = Selectable<Checkout>;

/** Which of these locked customers have an open checkout. */
export async function listWithOpenCheckout(tx: Transaction, userIds: readonly number[]): Promise<(number | null)[]> {
  const rows = await tx
    .selectFrom('checkout')
    .select('user_id')
    .where('user_id', '=', anyOf(userIds, 'integer'))
    // As a parameter, it would keep a prepared plan from using the index of open checkouts.
    .where('status', '=', sql.lit('open'))
    .execute();
  return rows.map((row) => row.user_id);
}

/**
 * Which of these locked customers have an open checkout, or one that ended without a payment, whose holding time counts: see
 * {@link findLastUnpaidHold}.
 */
export async function listWithUnpaidCheckout(tx: Transaction, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT customer.id AS user_id
      FROM unnest(${userIds}::integer[]) AS customer (id)
     WHERE EXISTS (SELECT FROM checkout WHERE user_id = customer.id AND status = 'open')
        OR (SELECT status FROM checkout WHERE user_id = customer.id ORDER BY created_at DESC LIMIT 1)
           IN ('expired', 'cancelled')`.execute(tx);
  return rows.map((row) => row.user_id);
}

export function findOpenCheckout(db: Handle, userId: number): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom('checkout')
    .select(columnsOf('checkout'))
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

export function findCheckout(db: Handle, id: number): Promise<CheckoutRow | undefined> {
  return db.selectFrom('checkout').select(columnsOf('checkout')).where('id', '=', id).executeTakeFirst();
}

export function findCheckoutOfIntent(db: Handle, intentId: string): Promise<CheckoutRow | undefined> {
  return db.selectFrom('checkout').select(columnsOf('checkout')).where('intent_id', '=', intentId).executeTakeFirst();
}

/** Locks the open checkout of a customer, if there still is one by then. */
export function lockOpenCheckout(tx: Transaction, userId: number): Promise<CheckoutRow | undefined> {
  return tx
    .selectFrom('checkout')
    .select(columnsOf('checkout'))
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
}

/** Locks a checkout until the end of the transaction; lock it before any stock. */
export function lockCheckout(tx: Transaction, id: number): Promise<CheckoutRow | undefined> {
  return tx.selectFrom('checkout').select(columnsOf('checkout')).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Checkouts of an earlier version have no provider. */
export function lockCheckoutOfIntent(
  tx: Transaction,
  provider: string,
  intentId: string,
): Promise<CheckoutRow | undefined> {
  return tx
    .selectFrom('checkout')
    .select(columnsOf('checkout'))
    .where('intent_id', '=', intentId)
    .where((eb) => eb.or([eb('provider', '=', provider), eb('provider', 'is', null)]))
    .forUpdate()
    .executeTakeFirst();
}

export interface NewCheckout {
  readonly userId: number;
  readonly heldSince: Date;
  readonly expiresAt: Date;
}

/**
 * Inserts the checkouts of different customers, and reads the shop's currency in the same statement, which waits for a change
 * of the currency (it locks the table), and then sees it.
 */
export async function insertCheckouts(
  tx: Transaction,
  checkouts: readonly NewCheckout[],
  at: Date,
): Promise<{ readonly checkouts: readonly CheckoutRow[]; readonly currency: Currency }> {
  const rows = checkouts.map(({ userId, heldSince, expiresAt }) => ({
    user_id: userId,
    held_since: heldSince,
    expires_at: expiresAt,
    created_at: at,
    updated_at: at,
  }));
  const inserted = await sql<CheckoutRow & { readonly site: Readonly<Record<string, unknown>> | null }>`
    ${insertRecords('checkout', rows)} RETURNING ${columnList('checkout', 'checkout')}, ${storedValueOf('site')} AS site`.execute(
    tx,
  );
  const { currency } = sectionOf('site', inserted.rows[0]?.site ?? null);
  return { checkouts: inserted.rows.map(({ site, ...checkout }) => checkout), currency };
}

/** Like {@link insertCheckouts}, for one customer. */
export async function insertCheckout(
  tx: Transaction,
  checkout: NewCheckout,
  at: Date,
): Promise<{ readonly checkout: CheckoutRow; readonly currency: Currency }> {
  const { checkouts, currency } = await insertCheckouts(tx, [checkout], at);
  const [inserted] = checkouts;
  if (!inserted) throw new Error('A checkout was not inserted');
  return { checkout: inserted, currency };
}

/**
 * The hold of a customer's newest checkout if it ended without a payment; undefined when there is none, or it was paid.
 */
export async function findLastUnpaidHold(tx: Transaction, userId: number): Promise<UnpaidHold | undefined> {
  const row = await tx
    .selectFrom('checkout')
    .select(['status', 'held_since', 'expires_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row?.status !== 'expired' && row?.status !== 'cancelled') return undefined;
  // The expiry job may run late; the customer is not charged for that.
  const endedAt = new Date(Math.min(row.updated_at.getTime(), row.expires_at.getTime()));
  return { heldSince: row.held_since, endedAt };
}

/** Renews an open checkout, with another revision or only for longer. */
export async function renewCheckout(
  tx: Transaction,
  id: number,
  { revision, expiresAt, at }: { readonly revision: number; readonly expiresAt: Date; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('checkout')
    .set({ revision, expires_at: expiresAt, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** SQL condition: the checkout belongs to this intent. Checkouts of an earlier version have no provider. */
const isOfIntent = (provider: string, intentId: string) =>
  sql<boolean>`intent_id = ${intentId} AND (provider = ${provider} OR provider IS NULL)`;

/** SQL condition: a payment has settled the checkout of this intent. */
export const isIntentSettled = (provider: string, intentId: string) =>
  sql<boolean>`EXISTS (
    SELECT FROM checkout WHERE ${isOfIntent(provider, intentId)} AND status = ${anyOf(SETTLED, 'text')})`;

/** Whether a transaction, perhaps of another node, has locked the checkout of this intent. Does not wait for it. */
export async function isCheckoutLocked(db: Database, provider: string, intentId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    WITH free AS MATERIALIZED (
      SELECT FROM checkout WHERE ${isOfIntent(provider, intentId)} FOR KEY SHARE SKIP LOCKED
    )
    SELECT EXISTS (SELECT FROM checkout WHERE ${isOfIntent(provider, intentId)})
           AND NOT EXISTS (SELECT FROM free) AS locked`.execute(db);
  return rows[0]?.locked ?? false;
}

const SETTLED = CHECKOUT_STATUSES.filter(isCheckoutSettled);

/** @returns the checkout as it is then; undefined when it was closed, or got another intent, meanwhile. */
export function attachIntent(
  db: Database,
  checkoutId: number,
  { provider, intentId }: { readonly provider: string; readonly intentId: string },
  at: Date,
): Promise<CheckoutRow | undefined> {
  return db
    .updateTable('checkout')
    .set({ provider, intent_id: intentId, updated_at: at })
    .where('id', '=', checkoutId)
    .where('status', '=', 'open')
    .where('intent_id', 'is', null)
    .returning(columnsOf('checkout'))
    .executeTakeFirst();
}

/** Records that a locked checkout is being captured. */
export async function startCapture(tx: Transaction, id: number, at: Date): Promise<void> {
  await tx.updateTable('checkout').set({ capture_started_at: at, updated_at: at }).where('id', '=', id).execute();
}

/** Records that an attempt to capture was declined. Another capture that has started since is still running. */
export async function endCapture(
  db: Database,
  id: number,
  { attempt, startedAt }: { readonly attempt: number; readonly startedAt: Date },
): Promise<void> {
  await db
    .updateTable('checkout')
    .set({
      declined_captures: sql`greatest(declined_captures, ${attempt}::integer)`,
      capture_started_at: sql`nullif(capture_started_at, ${startedAt}::timestamptz)`,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Expires the hold of a customer's open checkout if it holds units that are no longer in the cart.
 * @returns the checkout, which still has to be closed; undefined when there is nothing to expire.
 */
export function expireIfCartHoldsLess(db: Database, userId: number, at: Date): Promise<CheckoutRow | undefined> {
  return db
    .updateTable('checkout')
    .set({ expires_at: at })
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .where(
      sql<boolean>`EXISTS (
        SELECT FROM stock_hold h
          JOIN stock s ON s.id = h.stock_id
          LEFT JOIN cart_line l ON l.user_id = ${userId} AND l.product_id = s.product_id
                               AND l.variant_id IS NOT DISTINCT FROM s.variant_id
         WHERE h.checkout_id = checkout.id AND h.quantity > COALESCE(l.quantity, 0))`,
    )
    .returning(columnsOf('checkout'))
    .executeTakeFirst();
}

/** Expires the hold of an open checkout now; the checkout still has to be closed. */
export async function expireHold(tx: Transaction, id: number, at: Date): Promise<void> {
  await tx.updateTable('checkout').set({ expires_at: at }).where('id', '=', id).execute();
}

export async function countHeldUnits(tx: Transaction, checkoutId: number): Promise<number> {
  const { units } = await tx
    .selectFrom('stock_hold')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('quantity'), sql<number>`0`).as('units'))
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow();
  return units;
}

/** A checkout that a job has to check with its provider. */
export type CheckoutToCheck = Pick<CheckoutRow, 'id' | 'provider'>;

const openCheckouts = (db: Database) =>
  db
    .selectFrom('checkout')
    .select(['id', 'provider'])
    // As a parameter, it would keep a prepared plan from using the index of open checkouts.
    .where('status', '=', sql.lit('open'));

/** Open checkouts with an expired hold. */
export function listOverdueCheckouts(db: Database, at: Date, limit: number): Promise<CheckoutToCheck[]> {
  return openCheckouts(db).where('expires_at', '<=', at).orderBy(turnOfProvider('expires_at')).limit(limit).execute();
}

/** Open checkouts with an intent, without changes since a given time. */
export function listQuietCheckouts(db: Database, before: Date, limit: number): Promise<CheckoutToCheck[]> {
  return openCheckouts(db)
    .where('intent_id', 'is not', null)
    .where('updated_at', '<', before)
    .orderBy(turnOfProvider('updated_at'))
    .limit(limit)
    .execute();
}

/** Records that a job checks a checkout. @returns undefined if it was closed meanwhile. */
export function startCheck(db: Database, id: number, at: Date): Promise<CheckoutRow | undefined> {
  return db
    .updateTable('checkout')
    .set({ checked_at: at })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning(columnsOf('checkout'))
    .executeTakeFirst();
}

export function findOrderNumber(db: Handle, orderId: number): Promise<{ readonly order_number: string } | undefined> {
  return db.selectFrom('orders').select('order_number').where('id', '=', orderId).executeTakeFirst();
}
