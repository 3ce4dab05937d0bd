import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { redactJson, redactText } from './redact-text.ts';
import type { UserRow } from './users.store.ts';

/** Under which name orders and records go on. */
const DELETED_NAME = 'Deleted customer';
/** Under which an order stands when its customer is gone: only the country stays, which taxes are counted by. */
const GONE = { name: DELETED_NAME, line1: '—', city: '—', state: '—', postal_code: '—' };

/** Orders that still have to be shipped, which takes a name and an address. */
export function listUnshippedOrders(tx: Transaction, userId: number): Promise<{ readonly order_number: string }[]> {
  return tx
    .selectFrom('orders')
    .select('order_number')
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'confirmed', 'processing'])
    .orderBy('id')
    .execute();
}

/** Whether a payment of theirs may still come in. */
export async function hasOpenCheckout(tx: Transaction, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('checkout')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}

/** What exists for the account alone. Carts first: who is about to buy from one is waited for. */
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
  // Answers given to the account; those to the nameless (a registration) are encrypted and end within a day.
  await tx.deleteFrom('idempotency_record').where('scope', 'like', `user ${userId} %`).execute();
}

export interface Identity {
  /** Mail addresses that the account proved to be its own, earlier ones included, in lower case. */
  readonly emails: readonly string[];
  /** How they are called and reached, for texts that others wrote about them and their orders. */
  readonly words: readonly string[];
}

/**
 * What the shop knows the person by. An address identifies nobody until it is verified, and one that is another
 * account's now is that one's.
 * @param hasProvedEmail the account's address was proved just now, by the link of a mail.
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

/** Mails to them and about their orders, what they wrote to the shop, and what was counted or asked for under their addresses. */
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

/** Orders stay with their lines and sums; who bought, and where it went, does not. */
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
  // A payment that comes in after all has no owner any more: it goes back instead of making an order to nowhere.
  await sql`
    UPDATE checkout SET user_id = NULL
     WHERE user_id = ${userId} AND status IN ('expired', 'cancelled')`.execute(tx);
}

/** Notes and reasons beside their orders, in which a person may have written their name. */
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

/** Facts of an account that say who somebody is, as records of changes name them. */
const PERSONAL_FACTS = ['name', 'email', 'pending_email', 'phone', 'date_of_birth', 'gender', 'bio'];

/** What was written down about the account and its orders stays, without the person; what they did themselves, too. */
async function redactAudit(tx: Transaction, userId: number, words: readonly string[]): Promise<void> {
  await tx
    .updateTable('audit_entry')
    .set({ actor_name: DELETED_NAME, address: null })
    .where('actor_id', '=', userId)
    .execute();
  // What somebody was called before, and when they were born, no list of words knows.
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

/** Takes the person out of what others wrote. */
export async function redactRecords(tx: Transaction, userId: number, { words }: Identity): Promise<void> {
  await redactOrderNotes(tx, userId, words);
  await redactAudit(tx, userId, words);
}

/** The account itself: nobody can sign in to it, and its address is free again. */
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
