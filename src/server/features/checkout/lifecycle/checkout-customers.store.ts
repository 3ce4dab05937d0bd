import { sql } from 'kysely';
import { anyOf, type Database, type Handle, type Transaction } from '#server/platform/database/database.ts';

export interface CustomerRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** A customer at the checkout; a verified address raises the number of units they can hold. */
export interface LockedCustomer extends CustomerRow {
  readonly email_verified_at: Date | null;
}

/** In the first statement of a transaction: how long it and the later ones wait for a lock, at most. */
const lockTimeout = (milliseconds: number) =>
  sql`set_config('lock_timeout', ${String(milliseconds)}, true)`.as('lock_timeout');

/**
 * Serialises concurrent checkouts of one customer.
 * @param lockTimeoutMs for all statements of the transaction.
 */
export function lockCustomer(
  tx: Transaction,
  userId: number,
  lockTimeoutMs: number,
): Promise<LockedCustomer | undefined> {
  return tx
    .selectFrom('users')
    .crossJoin(lockTimeout(lockTimeoutMs))
    .select(['id', 'name', 'email', 'email_verified_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate('users')
    .executeTakeFirst();
}

/**
 * Locks some customers, except those that another transaction has locked: two transactions never wait for each other.
 * @param lockTimeoutMs for all statements of the transaction.
 */
export function lockFreeCustomers(
  tx: Transaction,
  userIds: readonly number[],
  lockTimeoutMs: number,
): Promise<LockedCustomer[]> {
  return tx
    .selectFrom('users')
    .crossJoin(lockTimeout(lockTimeoutMs))
    .select(['id', 'name', 'email', 'email_verified_at'])
    .where('id', '=', anyOf(userIds, 'integer'))
    .orderBy('id')
    .forNoKeyUpdate('users')
    .skipLocked()
    .execute();
}

export function findCustomer(db: Handle, userId: number): Promise<CustomerRow | undefined> {
  return db.selectFrom('users').select(['id', 'name', 'email']).where('id', '=', userId).executeTakeFirst();
}

/** Waits until a running freeze of this customer's cart has committed. A later freeze reads the current cart. */
export async function awaitRunningFreeze(db: Database, userId: number): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
