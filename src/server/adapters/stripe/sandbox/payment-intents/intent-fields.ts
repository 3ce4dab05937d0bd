import { ADDRESS_FIELDS, readAddress } from '../cards/payment-methods.ts';
import type { Fields } from '../requests/fields.ts';
import { invalidRequest } from '../requests/stripe-failure.ts';
import type { IntentDetails } from './intents.store.ts';

/**
 * Stripe's limits for a charge in US dollars, in cents:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const AMOUNT = { min: 50, max: 99_999_999 };

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** Parameters that describe an intent without affecting the payment. */
export const DETAIL_PARAMS = [
  'customer',
  'description',
  'metadata',
  'payment_method_options',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
] as const;

/** In the currency's smallest unit. */
export function readAmount(params: Fields): number | undefined {
  const amount = params.integer('amount');
  if (amount === undefined) return undefined;
  if (amount < AMOUNT.min) {
    throw invalidRequest('Amount must be at least 50 cents', { code: 'amount_too_small', param: 'amount' });
  }
  if (amount > AMOUNT.max) {
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' });
  }
  return amount;
}

export function readCurrency(params: Fields): string | undefined {
  const currency = params.text('currency')?.toLowerCase();
  if (currency === undefined || CURRENCIES.has(currency)) return currency;
  throw invalidRequest(`Invalid currency: ${currency}`, { param: 'currency' });
}

function readShipping(params: Fields): object | undefined {
  const shipping = params.child('shipping', ['address', 'carrier', 'name', 'phone', 'tracking_number']);
  if (shipping === undefined) return undefined;
  return {
    address: readAddress(shipping.required('address', shipping.child('address', ADDRESS_FIELDS))),
    carrier: shipping.text('carrier') ?? null,
    name: shipping.required('name', shipping.text('name')),
    phone: shipping.text('phone') ?? null,
    tracking_number: shipping.text('tracking_number') ?? null,
  };
}

/** Contains only given parameters, so that it can be merged into the current values. */
export function readDetails(params: Fields): IntentDetails {
  const shipping = readShipping(params);
  const given = Object.entries({
    customer: params.text('customer'),
    description: params.text('description', 1_000),
    receipt_email: params.text('receipt_email', 512),
    setup_future_usage: params.isEmptied('setup_future_usage')
      ? null
      : params.choice('setup_future_usage', ['on_session', 'off_session']),
    shipping,
    statement_descriptor: params.text('statement_descriptor', 22),
    statement_descriptor_suffix: params.text('statement_descriptor_suffix', 22),
  }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** How the payment is taken, fixed at creation: cards only, captured at once. */
export const METHOD_PARAMS = [
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'capture_method',
  'confirmation_method',
] as const;

export function readMethodDetails(params: Fields): IntentDetails {
  const allowed = params.list('allowed_payment_method_types');
  if (allowed !== undefined && !allowed.includes('card')) {
    throw invalidRequest('The sandbox takes cards only.', { param: 'allowed_payment_method_types' });
  }
  params.choice('confirmation_method', ['automatic']);
  const captureMethod = params.choice('capture_method', ['automatic', 'automatic_async']);
  const automatic = params.child('automatic_payment_methods', ['allow_redirects', 'enabled']);
  const allowRedirects = automatic?.choice('allow_redirects', ['always', 'never']) ?? 'always';
  const enabled = automatic?.flag('enabled');
  return {
    ...(allowed !== undefined && { allowed_payment_method_types: allowed }),
    ...(captureMethod !== undefined && { capture_method: captureMethod }),
    ...(enabled !== undefined && { automatic_payment_methods: { enabled, allow_redirects: allowRedirects } }),
  };
}
