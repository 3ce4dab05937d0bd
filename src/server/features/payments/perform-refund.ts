import { deliverSoon, type MailShop, type MailShopServices, readMailShop } from '#server/features/mail/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Logger } from '#server/platform/log.ts';
import type { OrderPayments } from './order-payments.ts';
import { type PaymentProvider, type ProviderRefund, ProviderRefused, ProviderUnavailable } from './payment-provider.ts';
import type { PaymentProviders } from './payment-providers.ts';
import { clearRefundFailure, giveBack, lockPayment } from './payments.store.ts';
import { recordRefund } from './record-refund.ts';
import { notifyFailedRefund } from './refund-notices.ts';
import {
  findRefundRow,
  listUnmailedRefunds,
  markRefundChecked,
  type RefundOutcome,
  type RefundRow,
  settleRefundRow,
  takeDueMail,
} from './refunds.store.ts';
import { refreshPaymentStatus } from './request-refund.ts';

export interface PaymentServices extends MailShopServices {
  readonly db: Database;
  readonly now: Clock;
  readonly log: Logger;
  readonly paymentProviders: PaymentProviders;
  readonly orderPayments: OrderPayments;
  readonly jobs: Pick<Jobs, 'request'>;
}

/** @param isFirstTry the provider cannot have received it before. */
async function askProvider(
  provider: PaymentProvider | undefined,
  refund: RefundRow,
  isFirstTry: boolean,
): Promise<RefundOutcome> {
  if (provider?.kind === 'offline') return { status: 'succeeded', providerRefundId: undefined, error: undefined };
  if (!provider || refund.intent_id === null) {
    return {
      status: 'failed',
      providerRefundId: undefined,
      error: `The payment was taken by ${refund.provider}, which the shop is not connected to.`,
    };
  }
  const terms = { intentId: refund.intent_id, amount: refund.amount_cents, refundKey: refund.key };
  try {
    if (refund.provider_refund_id !== null) {
      const known = await provider.retrieveRefund(refund.provider_refund_id);
      if (known) return outcomeOf(known);
    }
    // The provider keeps idempotency keys for a day only, so list its refunds first. The key stays the same after a failure
    // response, which the provider repeats for a day: it may still complete that refund, and with another key it would send two
    // (https://docs.stripe.com/error-low-level#server-errors).
    const earlier = isFirstTry ? undefined : await provider.findRefund(terms);
    return outcomeOf(earlier ?? (await provider.createRefund(terms)));
  } catch (error) {
    if (error instanceof ProviderRefused) {
      return { status: 'failed', providerRefundId: undefined, error: error.message };
    }
    throw error;
  }
}

function outcomeOf({ id, status, error }: ProviderRefund): RefundOutcome {
  return { status, providerRefundId: id, error };
}

/** Context for recording the result of a refund. */
export interface Recording {
  readonly orderPayments: OrderPayments;
  readonly shop: MailShop;
  readonly at: Date;
}

/** Mails the customer about a refund of an order that the provider has accepted, once. */
export async function mailAcceptedRefund(
  tx: Transaction,
  refund: RefundRow,
  { orderPayments, shop, at }: Recording,
): Promise<void> {
  if (refund.order_id === null || !(await takeDueMail(tx, refund.id))) return;
  await orderPayments.mailRefund(tx, refund.order_id, refund.amount_cents, shop, at);
}

/**
 * Records the result of a refund. The customer is mailed once the provider has accepted it; a failed one returns its amount and
 * notifies admins. Repeating it has no effect.
 */
export async function settleRefund(
  tx: Transaction,
  refund: RefundRow,
  outcome: RefundOutcome,
  { orderPayments, shop, at }: Recording,
): Promise<void> {
  await lockPayment(tx, refund.payment_id);
  if (!(await settleRefundRow(tx, refund.id, outcome, at))) {
    // A node of an earlier release, which does not mail, may have settled it.
    await mailAcceptedRefund(tx, refund, { orderPayments, shop, at });
    return;
  }
  if (outcome.status !== 'pending') await recordRefund(tx, refund, outcome.status, at);
  if (outcome.status === 'succeeded') await clearRefundFailure(tx, refund.payment_id, at);
  if (outcome.status !== 'failed') {
    await mailAcceptedRefund(tx, refund, { orderPayments, shop, at });
    return;
  }
  await giveBack(tx, refund.payment_id, refund.amount_cents, at);
  if (refund.order_id !== null) await refreshPaymentStatus(tx, orderPayments, refund.order_id, at);
  await notifyFailedRefund(tx, refund, outcome.error, shop, at);
}

interface Attempt {
  /** The provider cannot have received it before. */
  readonly isFirstTry: boolean;
}

/**
 * Sends a recorded refund, outside any transaction, and settles it. Without a response from the provider it stays
 * pending, for the reconciler.
 */
export async function performRefund(services: PaymentServices, refundId: number, attempt: Attempt): Promise<void> {
  try {
    await sendRefund(services, refundId, attempt);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
  }
}

/** Sends a pending refund again. @throws ProviderUnavailable; it stays pending then. */
export async function retryRefund(services: PaymentServices, refundId: number): Promise<void> {
  await markRefundChecked(services.db, refundId, services.now());
  await sendRefund(services, refundId, { isFirstTry: false });
}

/** Mails the customers about refunds that only nodes of an earlier release, which does not mail, have settled. */
export async function mailUnmailedRefunds(services: PaymentServices, limit: number): Promise<void> {
  const { db, now, log, orderPayments } = services;
  const unmailed = await listUnmailedRefunds(db, limit);
  if (unmailed.length === 0) return;
  const shop = await readMailShop(services);
  for (const refund of unmailed) {
    try {
      await inTransaction(db, async (tx) => {
        await lockPayment(tx, refund.payment_id);
        await mailAcceptedRefund(tx, refund, { orderPayments, shop, at: now() });
      });
    } catch (error) {
      log.error({ err: error, refundId: refund.id }, 'The customer could not be mailed about a refund');
    }
  }
  deliverSoon(services.jobs);
}

/** @throws ProviderUnavailable */
async function sendRefund(services: PaymentServices, refundId: number, { isFirstTry }: Attempt): Promise<void> {
  const { db, now, log, paymentProviders, orderPayments } = services;
  const refund = await findRefundRow(db, refundId);
  if (refund?.status !== 'pending') return;
  try {
    const outcome = await askProvider(await paymentProviders.named(refund.provider), refund, isFirstTry);
    if (outcome.status === 'failed') log.error({ refundId, reason: outcome.error }, 'A refund was refused');
    const shop = await readMailShop(services);
    await inTransaction(db, (tx) => settleRefund(tx, refund, outcome, { orderPayments, shop, at: now() }));
    deliverSoon(services.jobs);
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      log.warn({ refundId, reason: error.message }, 'A refund waits for the payment provider');
    }
    throw error;
  }
}
