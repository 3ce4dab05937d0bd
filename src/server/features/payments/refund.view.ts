import type { AdminRefund, FlaggedPayment } from '#contract/admin/order-fields.ts';
import { formatDecimal } from '#domain/money/money.ts';
import type { FlaggedPaymentRow } from './payments.store.ts';
import type { RefundWithRequester } from './refunds.store.ts';

export function refundView(row: RefundWithRequester): AdminRefund {
  return {
    id: row.id,
    amount: formatDecimal(row.amount_cents),
    status: row.status,
    reason: row.reason,
    error: row.error,
    requestedBy: row.requested_by_name,
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}

/** Each problem in words for the merchant. */
const EXPLANATIONS = {
  amount_mismatch:
    'The amount paid differs from the checkout’s total. No order was placed, and it is refunded in full.',
  currency_mismatch:
    'The payment was made in a different currency than the checkout. No order was placed, and it is refunded.',
  owner_mismatch:
    'The payment belongs to a different customer than the checkout. No order was placed, and it is refunded.',
  out_of_stock: 'The payment arrived after its hold had expired, and the stock was sold. It is refunded in full.',
  coupon_used_up: 'The payment arrived after its hold had expired, and its coupon was used up. It is refunded.',
  refund_failed: 'A refund of this payment failed. Please pay the customer back in another way, or at the provider.',
} as const satisfies Record<FlaggedPaymentRow['problem'], string>;

export function flaggedPaymentView(row: FlaggedPaymentRow): FlaggedPayment {
  const { user_id: userId, user_name: name, user_email: email } = row;
  return {
    id: row.id,
    problem: row.problem,
    explanation: EXPLANATIONS[row.problem],
    provider: row.provider,
    intentId: row.intent_id,
    currency: row.currency,
    captured: formatDecimal(row.captured_cents),
    refunded: formatDecimal(row.refunded_cents),
    orderNumber: row.order_number,
    user: userId !== null && name !== null && email !== null ? { id: userId, name, email } : null,
    createdAt: row.created_at.toISOString(),
  };
}
