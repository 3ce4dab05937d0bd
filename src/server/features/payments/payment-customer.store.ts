import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { PaymentCustomer } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';

export type PaymentCustomerRow = Selectable<PaymentCustomer>;

const COLUMNS = columnsOf('payment_customer');

/** The customer of a user at each provider; without those that are still being created. */
export function listPaymentCustomers(db: Database, userId: number): Promise<PaymentCustomerRow[]> {
  return db
    .selectFrom('payment_customer')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('customer_id', 'is not', null)
    .where('delete_at', 'is', null)
    .orderBy('provider')
    .execute();
}

export function findPaymentCustomer(
  db: Database,
  userId: number,
  provider: string,
): Promise<PaymentCustomerRow | undefined> {
  return db
    .selectFrom('payment_customer')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst();
}

/** Adds the row with the idempotency key, if there is none. */
export async function reservePaymentCustomer(db: Database, userId: number, provider: string, at: Date): Promise<void> {
  await db
    .insertInto('payment_customer')
    .values({ user_id: userId, provider, created_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doNothing())
    .execute();
}

type CustomerReservation = Pick<PaymentCustomerRow, 'user_id' | 'provider' | 'key'>;

/** @returns false when the account was deleted meanwhile, or the customer replaced. */
export async function recordPaymentCustomer(
  db: Database,
  reserved: CustomerReservation,
  customerId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_customer')
    .set({ customer_id: customerId })
    .where('user_id', '=', reserved.user_id)
    .where('provider', '=', reserved.provider)
    .where('key', '=', reserved.key)
    .where('delete_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Forgets a customer that the provider does not have, or could not create: the next one gets another key. */
export async function renewPaymentCustomer(
  db: Database,
  { user_id, provider, key }: CustomerReservation,
): Promise<void> {
  await db
    .updateTable('payment_customer')
    .set({ key: sql`gen_random_uuid()`, customer_id: null })
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .where('key', '=', key)
    .where('delete_at', 'is', null)
    .execute();
}

/** Marks a deleted account's customers, in the transaction of the deletion. */
export async function markPaymentCustomersForDeletion(tx: Transaction, userId: number): Promise<void> {
  await tx
    .updateTable('payment_customer')
    .set({ delete_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('delete_at', 'is', null)
    .execute();
}

export function listDuePaymentCustomers(db: Database, now: Date, limit: number): Promise<PaymentCustomerRow[]> {
  return db
    .selectFrom('payment_customer')
    .select(COLUMNS)
    .where('delete_at', '<=', now)
    .orderBy('delete_at')
    .limit(limit)
    .execute();
}

export async function postponeDeletion(
  db: Database,
  { user_id, provider }: CustomerReservation,
  until: Date,
): Promise<void> {
  await db
    .updateTable('payment_customer')
    .set({ delete_at: until })
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .execute();
}

export async function deletePaymentCustomer(db: Database, { user_id, provider }: CustomerReservation): Promise<void> {
  await db
    .deleteFrom('payment_customer')
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .where('delete_at', 'is not', null)
    .execute();
}
