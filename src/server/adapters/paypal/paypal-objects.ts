import {
  CaptureStatus,
  type Order,
  OrderStatus,
  type OrdersCapture,
  type Refund,
  RefundStatus,
} from '@paypal/paypal-server-sdk';
import { parseDecimal } from '#domain/money/money.ts';
import type { Intent, IntentStatus, IntentTerms, ProviderRefund } from '#server/features/payments/index.ts';

/** Stored with the order and its capture: `checkout:revision:user`. */
export const customIdOf = ({ checkoutKey, revision, userId }: IntentTerms) => `${checkoutKey}:${revision}:${userId}`;

function readCustomId(customId: string | undefined): Pick<Intent, 'checkoutKey' | 'revision' | 'userId'> {
  const [, checkoutKey, revision, userId] = /^([\w-]+):(\d{1,10}):(\d{1,10})$/.exec(customId ?? '') ?? [];
  return {
    checkoutKey,
    revision: revision === undefined ? undefined : Number(revision),
    userId: userId === undefined ? undefined : Number(userId),
  };
}

const PAID: ReadonlySet<CaptureStatus | undefined> = new Set([
  CaptureStatus.Completed,
  CaptureStatus.PartiallyRefunded,
  CaptureStatus.Refunded,
]);

function statusOf(order: Order, capture: OrdersCapture | undefined): IntentStatus {
  if (PAID.has(capture?.status)) return 'succeeded';
  if (capture?.status === CaptureStatus.Pending) return 'processing';
  switch (order.status) {
    case OrderStatus.Approved:
      return 'approved';
    case OrderStatus.Voided:
      return 'canceled';
    case OrderStatus.Created:
    case OrderStatus.Saved:
    case OrderStatus.PayerActionRequired:
      return 'unpaid';
    default:
      // Completed with a declined capture, or an unknown state.
      return capture ? 'unpaid' : 'processing';
  }
}

const centsOf = (amount: string | undefined): number => (amount === undefined ? undefined : parseDecimal(amount)) ?? 0;

/** Declined captures stay in the list: the last one counts. */
export const captureOf = (order: Order): OrdersCapture | undefined =>
  order.purchaseUnits?.[0]?.payments?.captures?.at(-1);

export function readOrder(order: Order): Intent {
  const unit = order.purchaseUnits?.[0];
  const capture = captureOf(order);
  const status = statusOf(order, capture);
  return {
    id: order.id ?? '',
    status,
    amount: centsOf(unit?.amount?.value),
    amountReceived: status === 'succeeded' ? centsOf(capture?.amount?.value) : 0,
    currency: (capture?.amount?.currencyCode ?? unit?.amount?.currencyCode ?? '').toLowerCase(),
    clientSecret: '',
    redirectUrl: order.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href,
    ...readCustomId(unit?.customId),
    card: undefined,
    lastError: undefined,
  };
}

const REFUND_STATUS: ReadonlyMap<RefundStatus | undefined, ProviderRefund['status']> = new Map([
  [RefundStatus.Completed, 'succeeded'],
  [RefundStatus.Failed, 'failed'],
  [RefundStatus.Cancelled, 'failed'],
]);

export function readRefund(refund: Refund, intentId: string): ProviderRefund {
  const status = REFUND_STATUS.get(refund.status) ?? 'pending';
  return {
    id: refund.id ?? '',
    intentId,
    amount: centsOf(refund.amount?.value),
    status,
    refundKey: refund.customId,
    error: status === 'failed' ? 'PayPal could not pay the refund out.' : undefined,
  };
}
