import { formatDecimal } from '#domain/money/money.ts';
import type { MailShop } from '#server/features/mail/index.ts';
import { notifyAdmins } from '#server/features/notifications/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { RefundRow } from './refunds.store.ts';

/** Notifies admins of a failed refund: the shop has to pay the customer in another way. */
export async function notifyFailedRefund(
  tx: Transaction,
  refund: RefundRow,
  reason: string | undefined,
  shop: MailShop,
  at: Date,
): Promise<void> {
  const { amount_cents: amount, currency, order_number: number, intent_id: intentId } = refund;
  const facts: (readonly [string, string])[] = [['Amount', `${formatDecimal(amount)} ${currency.toUpperCase()}`]];
  if (number !== null) facts.push(['Order', number]);
  if (intentId !== null) facts.push(['Payment', intentId]);
  if (reason !== undefined) facts.push(['Reason', reason]);
  const news = {
    subject: number === null ? 'A refund failed' : `A refund of order ${number} failed`,
    paragraphs: [
      'The payment provider could not send a refund. The customer has not received the money.',
      'Please try the refund again, or pay the customer back in another way.',
    ],
    facts,
    action: { label: 'View orders', path: number === null ? '/admin/orders' : `/admin/orders?search=${number}` },
  };
  await notifyAdmins(tx, 'systemNotifications', news, shop, at);
}
