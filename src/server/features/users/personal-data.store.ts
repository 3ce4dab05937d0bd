import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import type { DeletedPerson } from '#server/platform/personal-data/personal-data.ts';
import type { UserRow } from './users.store.ts';

const UNSHIPPED = new Set(['pending', 'confirmed', 'processing']);

/**
 * Orders still to be shipped, which need name and address. Locks all orders of the account, so that none is reopened until
 * the account is deleted.
 */
export async function lockUnshippedOrders(
  tx: Transaction,
  userId: number,
): Promise<{ readonly order_number: string }[]> {
  const orders = await tx
    .selectFrom('orders')
    .select(['order_number', 'status'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return orders.filter(({ status }) => UNSHIPPED.has(status));
}

/** Whether a payment of the account may still arrive. */
export async function hasOpenCheckout(tx: Transaction, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('checkout')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}

export type Identity = Pick<DeletedPerson, 'emails' | 'words'>;

/**
 * What identifies the person. An address counts only after it is verified, and not if another account has verified it
 * since.
 * @param hasProvedEmail the account's address was just verified by a mailed link.
 */
export async function findIdentity(tx: Transaction, user: UserRow, hasProvedEmail: boolean): Promise<Identity> {
  const { rows: verified } = await sql<{ email: string }>`
    SELECT email FROM verified_email AS known WHERE user_id = ${user.id}
       AND NOT EXISTS (SELECT FROM users WHERE users.email = known.email AND users.id <> ${user.id})`.execute(tx);
  const { rows: written } = await sql<{ word: string }>`
    SELECT DISTINCT word FROM (
      SELECT unnest(ARRAY[customer_name, customer_email]) AS word FROM orders WHERE user_id = ${user.id}
      UNION ALL SELECT shipping_address ->> part FROM orders, unnest(ARRAY['name', 'line1', 'line2']) AS part
                 WHERE user_id = ${user.id}
      UNION ALL SELECT billing_address ->> part FROM orders, unnest(ARRAY['name', 'line1', 'line2']) AS part
                 WHERE user_id = ${user.id}) AS written
     WHERE word IS NOT NULL`.execute(tx);
  const emails = new Set(verified.map(({ email }) => email));
  if (hasProvedEmail) emails.add(user.email);
  const words = [user.name, user.phone ?? '', user.email, ...emails, ...written.map(({ word }) => word)];
  return { emails: [...emails], words: [...new Set(words)] };
}

/** The account itself: nobody can log in to it, and its address is free again. */
export async function anonymiseAccount(
  tx: Transaction,
  { userId, replacement }: DeletedPerson,
  at: Date,
): Promise<void> {
  await tx.deleteFrom('verified_email').where('user_id', '=', userId).execute();
  await tx
    .updateTable('users')
    .set({
      ...replacement,
      password_hash: null,
      phone: null,
      date_of_birth: null,
      gender: null,
      preferences: '{}',
      avatar: null,
      is_admin: false,
      is_active: false,
      email_verified_at: null,
      last_login_at: null,
      anonymised_at: at,
      updated_at: at,
    })
    .where('id', '=', userId)
    .execute();
}
