import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';
import { redactText } from '#server/platform/security/redact-text.ts';
import { markPaymentCustomersForDeletion } from './payment-customer.store.ts';

/** Redacts reasons of refunds, which may contain the person's name. */
async function redactReasons(tx: Transaction, userId: number, words: readonly string[]): Promise<void> {
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

export const paymentPersonalData: PersonalDataOwner = {
  deleteBelongings: markPaymentCustomersForDeletion,
  async anonymise(tx, { userId, words }) {
    await redactReasons(tx, userId, words);
    await sql`
      UPDATE payment SET card_brand = NULL, card_last4 = NULL
       WHERE id IN (
               SELECT p.id FROM checkout c JOIN payment p ON p.checkout_id = c.id WHERE c.user_id = ${userId}
                UNION ALL
               SELECT p.id FROM orders o JOIN payment p ON p.order_id = o.id WHERE o.user_id = ${userId})`.execute(tx);
  },
};
