import type { Database, Handle, Transaction } from '../database/database.ts';
import { limitKey } from '../http/requests/client-address.ts';

/** Remembers an address of an account's owner for 90 days (see `clean-up.ts`). */
export async function rememberLoginAddress(tx: Handle, userId: number, address: string, at: Date): Promise<void> {
  await tx
    .insertInto('known_login_address')
    .values({ user_id: userId, address: limitKey(address), last_used_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ last_used_at: at }))
    .execute();
}

/** Deletes all known addresses of an account: some may belong to somebody who knew its password. */
export async function forgetLoginAddresses(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom('known_login_address').where('user_id', '=', userId).execute();
}

/** Whether the account with this email address has logged in from there before. @param email in lower case. */
export async function isKnownLoginAddress(db: Database, email: string, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_login_address')
    .innerJoin('users', 'users.id', 'known_login_address.user_id')
    .select('known_login_address.user_id')
    .where('users.email', '=', email)
    .where('known_login_address.address', '=', limitKey(address))
    .executeTakeFirst();
  return row !== undefined;
}

/** Enough for anybody; the list is part of the account's personal data export. */
const MOST_LISTED = 1_000;

/** The known addresses of an account, most recently used first. */
export function listKnownLoginAddresses(db: Database, userId: number) {
  return db
    .selectFrom('known_login_address')
    .select(['address', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('address')
    .limit(MOST_LISTED)
    .execute();
}
