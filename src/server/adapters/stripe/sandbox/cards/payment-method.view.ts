import { createHash } from 'node:crypto';
import { seconds } from '../operation-context.ts';
import type { PaymentMethodRow } from './payment-methods.store.ts';

const FINGERPRINT_LENGTH = 16;

/** The same for the same card number, which is not stored: the test card and its last digits identify it. */
const fingerprintOf = ({ test_card, card }: PaymentMethodRow): string =>
  createHash('sha256').update(`${test_card} ${card.last4}`).digest('hex').slice(0, FINGERPRINT_LENGTH);

/** Stripe's PaymentMethod object of a card. */
export function viewPaymentMethod(row: PaymentMethodRow) {
  const { card } = row;
  return {
    id: row.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: row.billing_details,
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: card.cvc_check },
      country: card.country,
      display_brand: card.brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: fingerprintOf(row),
      funding: card.funding,
      last4: card.last4,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(row.created),
    customer: row.customer,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
