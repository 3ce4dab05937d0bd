import type { PaymentMethodRow } from '../cards/payment-methods.store.ts';
import { outcomeOf } from '../cards/test-cards.ts';
import { seconds } from '../operation-context.ts';
import type { ChargeRow, RefundRow } from './charges.store.ts';

function riskOf(charge: ChargeRow, method: PaymentMethodRow): { level: string; score: number } {
  const outcome = outcomeOf(method.test_card);
  if (charge.decline?.blocked) return { level: 'highest', score: 92 };
  if (outcome.does === 'succeed' && outcome.risk === 'elevated') return { level: 'elevated', score: 68 };
  return { level: 'normal', score: 12 };
}

function outcomeView(charge: ChargeRow, method: PaymentMethodRow) {
  const { decline } = charge;
  const risk = riskOf(charge, method);
  const verdict = {
    advice_code: decline?.adviceCode ?? null,
    network_advice_code: null,
    network_decline_code: null,
    reason: decline?.declineCode ?? null,
    risk_level: risk.level,
    risk_score: risk.score,
  };
  if (decline === null) {
    return {
      ...verdict,
      network_status: 'approved_by_network',
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  if (decline.blocked) {
    return {
      ...verdict,
      network_status: 'not_sent_to_network',
      seller_message: 'The payment was blocked as too risky.',
      type: 'blocked',
    };
  }
  return {
    ...verdict,
    network_status: 'declined_by_network',
    seller_message: 'The bank did not approve the payment.',
    type: 'issuer_declined',
  };
}

function cardOf(charge: ChargeRow, { card }: PaymentMethodRow) {
  return {
    amount_authorized: charge.decline === null ? charge.amount : null,
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: card.cvc_check },
    country: card.country,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    funding: card.funding,
    last4: card.last4,
    network: card.brand,
    three_d_secure: charge.authenticated
      ? { authentication_flow: 'challenge', result: 'authenticated', result_reason: null, version: '2.2.0' }
      : null,
    wallet: null,
  };
}

/** Stripe's Charge object. */
export function viewCharge(charge: ChargeRow, method: PaymentMethodRow) {
  const { decline, details } = charge;
  const isPaid = charge.status === 'succeeded';
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: isPaid ? charge.amount : 0,
    amount_refunded: charge.amount_refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: details.statement_descriptor ?? null,
    captured: isPaid,
    created: seconds(charge.created),
    currency: charge.currency,
    customer: details.customer ?? null,
    description: details.description ?? null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcomeView(charge, method),
    paid: isPaid,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    payment_method_details: { type: 'card', card: cardOf(charge, method) },
    receipt_email: details.receipt_email ?? null,
    receipt_number: null,
    receipt_url: null,
    refunded: isPaid && charge.amount_refunded === charge.amount,
    review: null,
    shipping: details.shipping ?? null,
    source: null,
    source_transfer: null,
    statement_descriptor: details.statement_descriptor ?? null,
    statement_descriptor_suffix: details.statement_descriptor_suffix ?? null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  };
}

/** Stripe's Refund object. */
export function viewRefund(row: RefundRow) {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amount,
    balance_transaction: null,
    charge: row.charge,
    created: seconds(row.created),
    currency: row.currency,
    customer: null,
    destination_details: { type: 'card', card: { reference_status: 'pending', type: 'refund' } },
    ...(row.status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
    ...(row.status === 'pending' && { pending_reason: 'processing' }),
    metadata: row.metadata,
    payment_intent: row.payment_intent,
    payment_method: null,
    reason: row.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: row.status,
    transfer_reversal: null,
  };
}
