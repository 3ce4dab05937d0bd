import { sql } from 'kysely';
import { ANONYMOUS_ADDRESS } from '#domain/accounts/anonymous-email.ts';
import { redactAuditOf } from '#server/platform/audit/redact-audit.store.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';
import { redactText } from '#server/platform/security/redact-text.ts';

/** Redacts notes on the orders, which may contain the person's name. */
async function redactNotes(tx: Transaction, userId: number, words: readonly string[]): Promise<void> {
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
}

/** Checkout options, such as a delivery note, keep only their label. */
const withoutValues = sql`(
  SELECT coalesce(jsonb_agg(o.each || '{"value": "", "text": null}' ORDER BY o.position), '[]')
    FROM jsonb_array_elements(options) WITH ORDINALITY o(each, position))`;

/** What was entered for options, such as the text of a gift card. */
async function redactOptions(tx: Transaction, userId: number): Promise<void> {
  await sql`
    UPDATE order_line SET adjustments = (
             SELECT jsonb_agg(a.each || '{"value": null}' ORDER BY a.position)
               FROM jsonb_array_elements(adjustments) WITH ORDINALITY a(each, position))
     WHERE order_id IN (SELECT id FROM orders WHERE user_id = ${userId}) AND adjustments <> '[]'`.execute(tx);
}

export const orderPersonalData: PersonalDataOwner = {
  /** Orders keep lines and totals, but lose customer and address. */
  async anonymise(tx, { userId, words, replacement: { name, email } }) {
    await redactNotes(tx, userId, words);
    await redactOptions(tx, userId);
    const orders = await tx.selectFrom('orders').select('id').where('user_id', '=', userId).execute();
    const orderIds = orders.map(({ id }) => id);
    await redactAuditOf(tx, 'order', orderIds, words);
    const gone = JSON.stringify({ name, ...ANONYMOUS_ADDRESS });
    await sql`
      UPDATE orders SET customer_name = ${name}, customer_email = ${email},
             options = ${withoutValues},
             shipping_address = ${gone}::jsonb || jsonb_build_object('country', shipping_address -> 'country'),
             billing_address = CASE WHEN billing_address IS NOT NULL
               THEN ${gone}::jsonb || jsonb_build_object('country', billing_address -> 'country') END
       WHERE user_id = ${userId}`.execute(tx);
  },
};
