import { formatDecimal } from '#domain/money/money.ts';
import type { MailShop } from '#server/features/mail/index.ts';
import { notifyAdmins } from '#server/features/notifications/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { RefundRow } from './refunds.store.ts';

interface RefundNotice {
  /** Follows "A refund" or "A refund of order ORD-2026-000123". */
  readonly outcome: string;
  readonly paragraphs: readonly string[];
  readonly reason?: string | undefined;
}

async function notify(
  tx: Transaction,
  refund: RefundRow,
  { outcome, paragraphs, reason }: RefundNotice,
  shop: MailShop,
  at: Date,
): Promise<void> {
  const { amount_cents: amount, currency, order_number: number, intent_id: intentId } = refund;
  const facts: (readonly [string, string])[] = [['Amount', `${formatDecimal(amount)} ${currency.toUpperCase()}`]];
  if (number !== null) facts.push(['Order', number]);
  if (intentId !== null) facts.push(['Payment', intentId]);
  if (reason !== undefined) facts.push(['Reason', reason]);
  const news = {
    subject: `${number === null ? 'A refund' : `A refund of order ${number}`} ${outcome}`,
    paragraphs,
    facts,
    action: { label: 'View orders', path: number === null ? '/admin/orders' : `/admin/orders?search=${number}` },
  };
  await notifyAdmins(tx, 'systemNotifications', news, shop, at);
}

/** Notifies admins of a failed refund: the shop has to pay the customer in another way. */
export function notifyFailedRefund(
  tx: Transaction,
  refund: RefundRow,
  reason: string | undefined,
  shop: MailShop,
  at: Date,
): Promise<void> {
  const paragraphs = [
    'The payment provider could not send a refund. The customer has not received the money.',
    'Please try the refund again, or pay the customer back in another way.',
  ];
  return notify(tx, refund, { outcome: 'failed', paragraphs, reason }, shop, at);
}

/** Notifies admins of a refund that was sent although it had failed: they may have paid the customer again. */
export function notifyCorrectedRefund(tx: Transaction, refund: RefundRow, shop: MailShop, at: Date): Promise<void> {
  const paragraphs = [
    'The payment provider has sent a refund that had failed before. The order shows it as refunded again.',
    'If you have refunded the customer again, or paid them in another way, they have received the money twice.',
  ];
  return notify(tx, refund, { outcome: 'was sent after all', paragraphs }, shop, at);
}
