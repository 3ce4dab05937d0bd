import { isDeepStrictEqual } from 'node:util';
import { settleCheckout } from '#domain/checkout/checkout-status.ts';
import { setHolds, unitsByStock } from '#server/features/catalogue/index.ts';
import { setCouponUse } from '#server/features/coupons/index.ts';
import { deliverSoon } from '#server/features/mail/index.ts';
import { notifyAdmins } from '#server/features/notifications/index.ts';
import { orderPayments, readShopFacts, type ShopFacts } from '#server/features/orders/index.ts';
import {
  type Intent,
  insertPayment,
  insertProviderEvents,
  type OnlineProvider,
  type PaymentRow,
  type ProviderEvent,
  performRefund,
  requestRefund,
} from '#server/features/payments/index.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { type CheckoutRow, findOrderNumber, lockCheckoutOfIntent } from '../lifecycle/checkout.store.ts';
import { type FreezeRow, findPaidRevision, type PaidRevision } from '../lifecycle/checkout-freezes.store.ts';
import { closeCheckoutAs } from '../lifecycle/close-checkout.store.ts';
import { closeCheckout, closeCheckoutAndCommit } from '../lifecycle/close-checkout.ts';
import { completeCheckout } from '../lifecycle/complete-checkout.ts';
import { captureApproved, isCaptureRunning } from './capture-approved.ts';
import { mailPaymentReturned } from './payment-returned-mail.ts';

/** The result of a payment. */
export type Outcome =
  | { readonly kind: 'order'; readonly orderId: number; readonly orderNumber: string }
  /** The payment is processing; its result is unknown. */
  | { readonly kind: 'processing' }
  | { readonly kind: 'unpaid'; readonly reason: string | undefined }
  /** Cancelled, and the stock is released. */
  | { readonly kind: 'closed' }
  /** The payment arrived, no order could be created, and it is refunded. */
  | { readonly kind: 'returned' }
  /** No checkout of this shop belongs to this payment. */
  | { readonly kind: 'unknown' };

type Problem = Exclude<NonNullable<PaymentRow['problem']>, 'refund_failed'>;

interface AppliedIntent {
  readonly outcome: Outcome;
  readonly refundId?: number | undefined;
}

interface ApplyContext {
  readonly provider: OnlineProvider;
  readonly shop: ShopFacts;
  readonly at: Date;
}

/** Reads a payment from the provider, and applies it. @throws ProviderUnavailable. */
export async function applyIntent(
  services: CheckoutServices,
  provider: OnlineProvider,
  intentId: string,
  events: readonly ProviderEvent[] = [],
): Promise<Outcome> {
  const intent = await provider.retrieveIntent(intentId);
  if (!intent) return { kind: 'unknown' };
  const settled = intent.status === 'approved' ? await captureApproved(services, provider, intent) : intent;
  return applyKnownIntent(services, provider, settled, events);
}

/**
 * The only writer of payment results: confirm, webhook, return page and reconciler all call it. The first caller
 * creates the order; later ones get the same.
 * @param intent as just read from the provider, outside any transaction.
 * @param events that led to this; recorded in the same transaction.
 */
export async function applyKnownIntent(
  services: CheckoutServices,
  provider: OnlineProvider,
  intent: Intent,
  events: readonly ProviderEvent[] = [],
): Promise<Outcome> {
  const { db, now, jobs, log, orderQueue } = services;
  const shop = await readShopFacts(services);
  const { outcome, refundId } = await orderQueue.apply(() =>
    inTransaction(db, async (tx): Promise<AppliedIntent> => {
      const at = now();
      if (events.length > 0) await insertProviderEvents(tx, events, at);
      const checkout = await lockCheckoutOfIntent(tx, provider.name, intent.id);
      if (!checkout) return { outcome: { kind: 'unknown' } };
      return applyToCheckout(tx, checkout, intent, { provider, shop, at });
    }),
  );
  if (refundId !== undefined) {
    log.error({ intentId: intent.id }, 'Refunding a payment for which no order could be placed');
    await performRefund(services, refundId, { isFirstTry: true });
  }
  if (outcome.kind === 'unknown' && intent.status === 'succeeded') {
    log.error({ intentId: intent.id, provider: provider.name }, 'A payment belongs to no checkout');
  }
  if (outcome.kind === 'order' || outcome.kind === 'returned') deliverSoon(jobs);
  return outcome;
}

async function applyToCheckout(
  tx: Transaction,
  checkout: CheckoutRow,
  intent: Intent,
  applying: ApplyContext,
): Promise<AppliedIntent> {
  if (checkout.status === 'completed') return { outcome: await madeEarlier(tx, checkout) };
  if (checkout.status === 'refunded' || checkout.status === 'review') return { outcome: { kind: 'returned' } };
  switch (intent.status) {
    case 'succeeded':
      return applyPayment(tx, checkout, intent, applying);
    case 'canceled':
      // A checkout is not cancelled while the shop is capturing its payment.
      if (isCaptureRunning(checkout, applying.at)) return { outcome: { kind: 'processing' } };
      await closeCheckoutAndCommit(tx, checkout, applying.at);
      return { outcome: { kind: 'closed' } };
    case 'approved':
    case 'processing':
      return { outcome: { kind: 'processing' } };
    case 'unpaid':
      return { outcome: { kind: 'unpaid', reason: intent.lastError } };
  }
}

async function madeEarlier(tx: Transaction, checkout: CheckoutRow): Promise<Outcome> {
  const order = checkout.order_id === null ? undefined : await findOrderNumber(tx, checkout.order_id);
  if (!order || checkout.order_id === null) throw new Error(`The order of checkout ${checkout.id} is gone`);
  return { kind: 'order', orderId: checkout.order_id, orderNumber: order.order_number };
}

async function applyPayment(
  tx: Transaction,
  checkout: CheckoutRow,
  intent: Intent,
  applying: ApplyContext,
): Promise<AppliedIntent> {
  // The revision that was paid, which need not be the newest: the shopper may have paid in one window what they changed
  // in another.
  const paid = intent.revision === undefined ? undefined : await findPaidRevision(tx, checkout.id, intent.revision);
  const mismatch = findMismatch(checkout, paid, intent);
  const missing = mismatch === undefined && paid ? await holdPaid(tx, checkout, paid) : undefined;
  const problem = mismatch ?? missing;
  if (problem !== undefined || !paid) {
    const status = settleCheckout(checkout.status, { fits: mismatch === undefined, hasStock: false });
    return returnPayment(tx, checkout, intent, { problem: problem ?? 'amount_mismatch', status, ...applying });
  }
  const { lines, customer } = paid;
  if (!customer) throw new Error(`The customer of checkout ${checkout.id} is gone`);
  const order = await completeCheckout(tx, { checkout, customer, order: paid, lines, intent, ...applying });
  return { outcome: { kind: 'order', orderId: order.id, orderNumber: order.orderNumber } };
}

function findMismatch(checkout: CheckoutRow, freeze: FreezeRow | undefined, intent: Intent): Problem | undefined {
  if (intent.checkoutKey !== checkout.key || checkout.user_id === null || intent.userId !== checkout.user_id) {
    return 'owner_mismatch';
  }
  if (freeze && intent.currency !== freeze.currency) return 'currency_mismatch';
  return freeze && intent.amountReceived === freeze.total_cents ? undefined : 'amount_mismatch';
}

/**
 * Makes the checkout hold the units and the coupon of a paid revision. Usually it does; after the hold has expired, both are
 * taken again if available. Holds change only while their checkout is locked, so they stay until the units are sold.
 */
async function holdPaid(
  tx: Transaction,
  checkout: CheckoutRow,
  { lines, coupon_id: couponId, held_coupon_id: heldCouponId, holds }: PaidRevision,
): Promise<Problem | undefined> {
  if (lines.some((line) => line.stock_id === null)) return 'out_of_stock';
  const units = unitsByStock(lines);
  if (heldCouponId === couponId && isDeepStrictEqual(units, unitsByStock(holds))) return undefined;
  if ((await setHolds(tx, checkout.id, units)) !== undefined) return 'out_of_stock';
  // A coupon deleted meanwhile has no uses to count; its discount still applies.
  return (await setCouponUse(tx, checkout, couponId)) ? undefined : 'coupon_used_up';
}

async function returnPayment(
  tx: Transaction,
  checkout: CheckoutRow,
  intent: Intent,
  { problem, status, provider, shop, at }: ApplyContext & { problem: Problem; status: CheckoutRow['status'] },
): Promise<AppliedIntent> {
  await closeCheckout(tx, checkout, at);
  const id = await insertPayment(tx, {
    checkout_id: checkout.id,
    provider: provider.name,
    intent_id: intent.id,
    currency: intent.currency,
    captured_cents: intent.amountReceived,
    card_brand: intent.card?.brand ?? null,
    card_last4: intent.card?.last4 ?? null,
    problem,
    created_at: at,
    updated_at: at,
  });
  const reason = REASONS[problem];
  const payment = { id, order_id: null, provider: provider.name };
  const refundId = await requestRefund(tx, orderPayments, { payment, amount: 'rest', reason, requestedBy: null, at });
  await closeCheckoutAs(tx, checkout.id, status === 'review' ? 'review' : 'refunded', { at });
  await mailPaymentReturned(tx, checkout, {
    amount: intent.amountReceived,
    currency: intent.currency,
    reason,
    shop,
    at,
  });
  const news = {
    subject: 'A payment was refunded',
    paragraphs: [`A payment was received, but no order could be placed. ${reason}`, 'The customer has been notified.'],
    action: { label: 'View orders', path: '/admin/orders' },
  };
  await notifyAdmins(tx, 'systemNotifications', news, shop, at);
  return { outcome: { kind: 'returned' }, refundId };
}

/** Reasons for the customer and the refund. */
const REASONS: Readonly<Record<Problem, string>> = {
  amount_mismatch: 'The amount paid differs from the order’s total.',
  currency_mismatch: 'The payment was made in a different currency than the order.',
  owner_mismatch: 'The payment does not belong to this order.',
  out_of_stock: 'The payment arrived after the reservation had expired, and the items were out of stock.',
  coupon_used_up: 'The payment arrived after the reservation had expired, and the coupon was used up.',
};
