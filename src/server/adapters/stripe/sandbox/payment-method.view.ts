import { seconds } from './operation-context.ts';
import type { PaymentMethodRow } from './payment-methods.store.ts';

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
      funding: card.funding,
      last4: card.last4,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(row.created),
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
