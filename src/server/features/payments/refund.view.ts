import type { AdminRefund, TroubledPayment } from '#contract/admin/orders.ts';
import { formatDecimal } from '#domain/money.ts';
import type { TroubledPaymentRow } from './payments.store.ts';
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

/** Each problem as the merchant reads it. */
const EXPLANATIONS = {
  amount_mismatch: 'The amount paid is not the amount of the checkout. It was not fulfilled and goes back in full.',
  currency_mismatch: 'The payment came in another currency than the checkout’s. It was not fulfilled and goes back.',
  owner_mismatch: 'The payment belongs to another customer than the checkout. It was not fulfilled and goes back.',
  out_of_stock: 'The payment came after its hold had ended, and the stock was gone. It goes back in full.',
  coupon_used_up: 'The payment came after its hold had ended, and the last use of its coupon was gone. It goes back.',
  refund_failed: 'A refund of this payment failed. Please pay the customer back in another way, or at the provider.',
} as const satisfies Record<TroubledPaymentRow['problem'], string>;

export function troubledPaymentView(row: TroubledPaymentRow): TroubledPayment {
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
