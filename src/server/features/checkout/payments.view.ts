import type { CheckoutQuote, CheckoutTotalsView, OpenPayment, PaymentMethods } from '#contract/storefront/payments.ts';
import type { CheckoutTotals } from '#domain/cart-totals.ts';
import { type Currency, paymentCurrency } from '#domain/currency.ts';
import { formatDecimal } from '#domain/money.ts';
import { deliveryCountries, type ShippingMethod, shippingOptions } from '#domain/shipping.ts';
import type { PricedCart } from '#server/features/cart/index.ts';
import type { PaymentProvider } from '#server/features/payments/index.ts';
import type { BroughtIntent } from './bring-intent.ts';
import type { CheckoutRules } from './checkout-services.ts';
import type { PricedCheckout } from './price-checkout.ts';

function totalsView({ subtotal, discount, tax, shipping, total }: CheckoutTotals): CheckoutTotalsView {
  return {
    subtotal: formatDecimal(subtotal),
    discount: formatDecimal(discount),
    tax: formatDecimal(tax),
    shipping: formatDecimal(shipping),
    total: formatDecimal(total),
  };
}

function providerView(provider: PaymentProvider | undefined) {
  return {
    provider: provider?.name ?? null,
    publishable_key: provider?.publishableKey ?? null,
    sandbox_url: provider?.sandboxUrl ?? null,
  };
}

/** @param cards who takes cards; undefined while nobody does. */
export function paymentMethodsView(
  cards: PaymentProvider | undefined,
  offline: { readonly isEnabled: boolean; readonly instructions: string },
  currency: Currency,
): PaymentMethods {
  const methods: PaymentMethods['methods'] = [];
  if (cards) methods.push({ method: 'card', label: 'Card', ...providerView(cards), instructions: null });
  if (offline.isEnabled) {
    const instructions = offline.instructions || null;
    methods.push({ method: 'offline', label: 'Pay later', ...providerView(undefined), instructions });
  }
  return { ...providerView(cards), currency: paymentCurrency(currency), methods };
}

export function quoteView(
  cart: PricedCart,
  { totals, shippingMethod }: PricedCheckout,
  { shipping, currency }: CheckoutRules,
): CheckoutQuote {
  return {
    items: cart.lines.map(({ row, unitPrice, total }) => ({
      product_id: row.product_id,
      name: row.name,
      variant_name: row.variant_name,
      image: row.variant_image ?? row.images[0]?.url ?? null,
      unit_price: formatDecimal(unitPrice),
      quantity: row.quantity,
      line_total: formatDecimal(total),
    })),
    coupon_code: cart.coupon && cart.coupon.refusal === null ? cart.coupon.row.code : null,
    cart_total: formatDecimal(cart.total),
    currency: paymentCurrency(currency),
    totals: totalsView(totals),
    shipping_method: shippingMethod,
    shipping_options: shippingOptions(shipping, cart.total).map(({ method, label, cost }) => ({
      method,
      label,
      cost: formatDecimal(cost),
    })),
    countries: deliveryCountries(shipping),
  };
}

export function openPaymentView({ intent, checkout, freeze }: BroughtIntent, provider: PaymentProvider): OpenPayment {
  return {
    client_secret: intent.clientSecret,
    payment_intent_id: intent.id,
    expires_at: checkout.expires_at.toISOString(),
    currency: freeze.currency,
    totals: totalsView({
      subtotal: freeze.subtotal_cents,
      discount: freeze.discount_cents,
      tax: freeze.tax_cents,
      shipping: freeze.shipping_cents,
      total: freeze.total_cents,
    }),
    shipping_method: freeze.shipping_method as ShippingMethod,
    provider: provider.name,
    publishable_key: provider.publishableKey,
    sandbox_url: provider.sandboxUrl,
  };
}
