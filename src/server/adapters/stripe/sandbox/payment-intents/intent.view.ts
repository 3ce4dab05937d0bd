import { seconds } from '../operation-context.ts';
import type { IntentRow } from './intents.store.ts';

/** The reader: the shop's server sees everything, the browser only what its client secret grants. */
export type Audience = 'secret' | 'publishable';

export function challengeUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/sandbox/challenge/${token}`;
}

function nextAction(row: IntentRow, baseUrl: string) {
  if (row.challenge === null) return null;
  return {
    type: 'redirect_to_url',
    redirect_to_url: { url: challengeUrl(baseUrl, row.challenge), return_url: row.return_url },
  };
}

/** The fields that Stripe returns for a publishable key: https://docs.stripe.com/api/payment_intents/retrieve */
function viewForBrowser(row: IntentRow, baseUrl: string) {
  const { details } = row;
  return {
    id: row.id,
    object: 'payment_intent',
    amount: row.amount,
    amount_details: { tip: {} },
    automatic_payment_methods: details.automatic_payment_methods ?? null,
    canceled_at: row.canceled_at && seconds(row.canceled_at),
    cancellation_reason: row.cancellation_reason,
    capture_method: details.capture_method ?? 'automatic_async',
    client_secret: row.client_secret,
    confirmation_method: 'automatic',
    created: seconds(row.created),
    currency: row.currency,
    description: details.description ?? null,
    last_payment_error: row.last_payment_error,
    livemode: false,
    next_action: nextAction(row, baseUrl),
    payment_method: row.payment_method,
    payment_method_configuration_details: null,
    payment_method_types: ['card'],
    processing: row.status === 'processing' ? { type: 'card', card: {} } : null,
    receipt_email: details.receipt_email ?? null,
    setup_future_usage: details.setup_future_usage ?? null,
    shipping: details.shipping ?? null,
    source: null,
    status: row.status,
  };
}

/** Stripe's PaymentIntent object. */
export function viewIntent(row: IntentRow, baseUrl: string, audience: Audience) {
  const shared = viewForBrowser(row, baseUrl);
  if (audience === 'publishable') return shared;
  return {
    ...shared,
    allowed_payment_method_types: row.details.allowed_payment_method_types ?? null,
    amount_capturable: 0,
    amount_received: row.amount_received,
    application: null,
    application_fee_amount: null,
    customer: row.details.customer ?? null,
    customer_account: null,
    excluded_payment_method_types: null,
    latest_charge: row.latest_charge,
    managed_payments: null,
    metadata: row.metadata,
    on_behalf_of: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_record: null,
    review: null,
    statement_descriptor: row.details.statement_descriptor ?? null,
    statement_descriptor_suffix: row.details.statement_descriptor_suffix ?? null,
    transfer_data: null,
    transfer_group: null,
  };
}
