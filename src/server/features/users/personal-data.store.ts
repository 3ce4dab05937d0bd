import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { redactJson, redactText } from './redact-text.ts';
import type { UserRow } from './users.store.ts';

/** The name shown in orders and records of deleted accounts. */
const DELETED_NAME = 'Deleted customer';
/** The address of orders without a customer: only the country stays, for tax reports. */
const GONE = { name: DELETED_NAME, line1: '—', city: '—', state: '—', postal_code: '—' };

/** Orders still to be shipped, which need name and address. */
export function listUnshippedOrders(tx: Transaction, userId: number): Promise<{ readonly order_number: string }[]> {
  return tx
    .selectFrom('orders')
    .select('order_number')
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'confirmed', 'processing'])
    .orderBy('id')
    .execute();
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

/** Deletes what exists only for the account. Carts first: this waits for a concurrent checkout. */
export async function deleteBelongings(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom('cart_line').where('user_id', '=', userId).execute();
  await tx.deleteFrom('cart').where('user_id', '=', userId).execute();
  await tx.deleteFrom('wishlist_entry').where('user_id', '=', userId).execute();
  await tx.deleteFrom('user_address').where('user_id', '=', userId).execute();
  for (const table of ['user_avatar', 'two_factor', 'recovery_code', 'login_challenge'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await tx.deleteFrom('session').where('user_id', '=', userId).execute();
  await tx.deleteFrom('known_login_address').where('user_id', '=', userId).execute();
  await tx.deleteFrom('one_time_token').where('user_id', '=', userId).execute();
  await tx.deleteFrom('email_change').where('user_id', '=', userId).execute();
  // Stored responses for the account; those of anonymous requests (a registration) are encrypted and expire within a
  // day.
  await tx.deleteFrom('idempotency_record').where('scope', 'like', `user ${userId} %`).execute();
}

export interface Identity {
  /** Email addresses that the account verified, including earlier ones, in lower case. */
  readonly emails: readonly string[];
  /** Names and contact details, to redact them from texts that others wrote about the person and their orders. */
  readonly words: readonly string[];
}

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

/** Deletes mails to them and about their orders, their messages to the shop, and records under their addresses. */
export async function deleteMailTraces(tx: Transaction, userId: number, { emails }: Identity): Promise<void> {
  const own = [...emails];
  await tx
    .deleteFrom('mail')
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        eb('order_id', 'in', eb.selectFrom('orders').select('orders.id').where('orders.user_id', '=', userId)),
        ...(own.length > 0 ? [eb('to_email', 'in', own), eb('reply_to_email', 'in', own)] : []),
      ]),
    )
    .execute();
  await tx.deleteFrom('verified_email').where('user_id', '=', userId).execute();
  if (own.length === 0) return;
  for (const table of [
    'contact_message',
    'newsletter_subscription',
    'login_failure',
    'password_reset_request',
  ] as const) {
    await tx.deleteFrom(table).where('email', 'in', own).execute();
  }
}

/** Orders keep lines and totals, but lose customer and address. */
export async function anonymiseOrders(tx: Transaction, userId: number, email: string): Promise<void> {
  const gone = JSON.stringify(GONE);
  await sql`
    UPDATE orders SET customer_name = ${DELETED_NAME}, customer_email = ${email},
           shipping_address = ${gone}::jsonb || jsonb_build_object('country', shipping_address -> 'country'),
           billing_address = CASE WHEN billing_address IS NOT NULL
             THEN ${gone}::jsonb || jsonb_build_object('country', billing_address -> 'country') END
     WHERE user_id = ${userId}`.execute(tx);
  await sql`
    UPDATE checkout_freeze SET fingerprint = ''::bytea,
           shipping_address = ${gone}::jsonb || jsonb_build_object('country', shipping_address -> 'country')
     WHERE checkout_id IN (SELECT id FROM checkout WHERE user_id = ${userId})`.execute(tx);
  await sql`
    UPDATE payment SET card_brand = NULL, card_last4 = NULL
     WHERE checkout_id IN (SELECT id FROM checkout WHERE user_id = ${userId})
        OR order_id IN (SELECT id FROM orders WHERE user_id = ${userId})`.execute(tx);
  // A late payment has no owner any more: it is refunded instead of becoming an order.
  await sql`
    UPDATE checkout SET user_id = NULL
     WHERE user_id = ${userId} AND status IN ('expired', 'cancelled')`.execute(tx);
}

/** Notes and reasons on their orders, which may contain the person's name. */
async function redactOrderNotes(tx: Transaction, userId: number, words: readonly string[]): Promise<void> {
  const notes = await tx
    .selectFrom('order_status_change')
    .innerJoin('orders', 'orders.id', 'order_status_change.order_id')
    .select(['order_status_change.id', 'order_status_change.note'])
    .where('orders.user_id', '=', userId)
    .where('order_status_change.note', 'is not', null)
    .execute();
  for (const { id, note } of notes) {
    const redacted = redactText(note ?? '', words);
    if (redacted === note) continue;
    await tx.updateTable('order_status_change').set({ note: redacted }).where('id', '=', id).execute();
  }
  const refunds = await tx
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('orders', 'orders.id', 'payment.order_id')
    .select(['refund.id', 'refund.reason'])
    .where('orders.user_id', '=', userId)
    .where('refund.reason', 'is not', null)
    .execute();
  for (const { id, reason } of refunds) {
    const redacted = redactText(reason ?? '', words);
    if (redacted !== reason) await tx.updateTable('refund').set({ reason: redacted }).where('id', '=', id).execute();
  }
}

/** Fields of an account in audit rows that identify a person. */
const PERSONAL_FACTS = ['name', 'email', 'pending_email', 'phone', 'date_of_birth', 'gender', 'bio'];

/** Keeps the audit rows about the account and its orders, and those of its own actions, without personal data. */
async function redactAudit(tx: Transaction, userId: number, words: readonly string[]): Promise<void> {
  await tx
    .updateTable('audit_entry')
    .set({ actor_name: DELETED_NAME, address: null })
    .where('actor_id', '=', userId)
    .execute();
  // Clears earlier names and birthdays as well, which no word list contains.
  await tx
    .updateTable('audit_entry')
    .set({ before: null, after: null })
    .where('action', '=', 'user.profile')
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(userId))
    .execute();
  await sql`
    UPDATE audit_entry SET before = before - ${PERSONAL_FACTS}::text[], after = after - ${PERSONAL_FACTS}::text[]
     WHERE entity = 'user' AND entity_id = ${String(userId)}`.execute(tx);
  const { rows } = await sql<{ id: number; before: unknown; after: unknown }>`
    SELECT id, before, after FROM audit_entry
     WHERE entity = 'user' AND entity_id = ${String(userId)}
        OR entity = 'order' AND entity_id IN (SELECT id::text FROM orders WHERE user_id = ${userId})`.execute(tx);
  for (const { id, before, after } of rows) {
    await sql`
      UPDATE audit_entry SET before = ${before && JSON.stringify(redactJson(before, words))}::jsonb,
             after = ${after && JSON.stringify(redactJson(after, words))}::jsonb
       WHERE id = ${id}`.execute(tx);
  }
}

/** Redacts the person from texts that others wrote. */
export async function redactRecords(tx: Transaction, userId: number, { words }: Identity): Promise<void> {
  await redactOrderNotes(tx, userId, words);
  await redactAudit(tx, userId, words);
}

/** The account itself: nobody can log in to it, and its address is free again. */
export async function anonymiseAccount(tx: Transaction, userId: number, email: string, at: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name: DELETED_NAME,
      email,
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
