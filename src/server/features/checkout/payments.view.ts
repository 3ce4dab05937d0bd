import type { CheckoutQuote, CheckoutTotalsView, OpenPayment, PaymentMethods } from '#contract/storefront/payments.ts';
import type { CheckoutTotals } from '#domain/cart/cart-totals.ts';
import type { CheckoutOption } from '#domain/checkout/checkout-options.ts';
import { expectedDelivery } from '#domain/checkout/delivery-date.ts';
import { deliveryCountries, type ShippingMethod } from '#domain/checkout/shipping.ts';
import { type Currency, paymentCurrency } from '#domain/money/currency.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { decimalAdjustments, type PriceAdjustment } from '#domain/money/price-adjustments.ts';
import type { OnlineProvider, PaymentProvider } from '#server/features/payments/index.ts';
import type { openPayment } from './open-payment/open-payment.ts';
import type { QuotedCheckout } from './pricing/quote-checkout.ts';

function totalsView(
  { subtotal, discount, tax, shipping, total }: Omit<CheckoutTotals, 'adjustment'>,
  adjustments: readonly PriceAdjustment[],
): CheckoutTotalsView {
  return {
    subtotal: formatDecimal(subtotal),
    discount: formatDecimal(discount),
    ...(adjustments.length > 0 && { adjustments: decimalAdjustments(adjustments) }),
    tax: formatDecimal(tax),
    shipping: formatDecimal(shipping),
    total: formatDecimal(total),
  };
}

function providerView(provider: OnlineProvider | undefined) {
  return {
    provider: provider?.name ?? null,
    publishable_key: provider?.publishableKey ?? null,
    sandbox_url: provider?.sandboxUrl ?? null,
  };
}

function methodView(provider: PaymentProvider): PaymentMethods['methods'][number] {
  const { method, label } = provider;
  return provider.kind === 'online'
    ? { method, label, ...providerView(provider), instructions: null }
    : { method, label, ...providerView(undefined), instructions: provider.instructions || null };
}

/** @param providers the enabled ones; the card provider is also listed separately. */
export function paymentMethodsView(providers: readonly PaymentProvider[], currency: Currency): PaymentMethods {
  const card = providers.find(({ method }) => method === 'card');
  return {
    ...providerView(card?.kind === 'online' ? card : undefined),
    currency: paymentCurrency(currency),
    methods: providers.map(methodView),
  };
}

function optionView(option: CheckoutOption): NonNullable<CheckoutQuote['options']>[number] {
  const { key, label, hint, kind, isRequired } = option;
  return {
    key,
    label,
    hint: hint ?? null,
    kind,
    is_required: isRequired ?? false,
    choices: kind === 'choice' ? option.choices.map((choice) => ({ value: choice.value, label: choice.label })) : [],
    max_length: kind === 'text' ? option.maxLength : null,
    is_long: kind === 'text' && option.isLong === true,
    first: kind === 'date' ? option.first : null,
    last: kind === 'date' ? option.last : null,
  };
}

export function quoteView({ cart, prices, rules, options, now }: QuotedCheckout): CheckoutQuote {
  const { totals, shipping: chosen, shippingOptions } = prices;
  const { shipping, currency, timeZone } = rules;
  return {
    items: cart.lines.map(({ row, unitPrice, adjustments, total }) => ({
      product_id: row.product_id,
      name: row.name,
      variant_name: row.variant_name,
      image: row.variant_image ?? row.images[0]?.url ?? null,
      unit_price: formatDecimal(unitPrice),
      quantity: row.quantity,
      ...(adjustments.length > 0 && { adjustments: decimalAdjustments(adjustments) }),
      line_total: formatDecimal(total),
    })),
    coupon_code: cart.coupon && cart.coupon.refusal === null ? cart.coupon.row.code : null,
    cart_total: formatDecimal(cart.total),
    currency: paymentCurrency(currency),
    totals: totalsView(totals, cart.adjustments),
    shipping_method: chosen.method,
    shipping_options: shippingOptions.map(({ method, label, cost, days }) => ({
      method,
      label,
      cost: formatDecimal(cost),
      expected_delivery: days ? expectedDelivery(now, days, timeZone) : null,
    })),
    ...(options.length > 0 && { options: options.map(optionView) }),
    countries: deliveryCountries(shipping),
  };
}

export function openPaymentView({
  intent,
  checkout,
  freeze,
  provider,
}: Awaited<ReturnType<typeof openPayment>>): OpenPayment {
  return {
    client_secret: intent.clientSecret,
    redirect_url: intent.redirectUrl ?? null,
    payment_intent_id: intent.id,
    expires_at: checkout.expires_at.toISOString(),
    currency: freeze.currency,
    totals: totalsView(
      {
        subtotal: freeze.subtotal_cents,
        discount: freeze.discount_cents,
        tax: freeze.tax_cents,
        shipping: freeze.shipping_cents,
        total: freeze.total_cents,
      },
      freeze.adjustments,
    ),
    shipping_method: freeze.shipping_method as ShippingMethod,
    provider: provider.name,
    publishable_key: provider.publishableKey ?? '',
    sandbox_url: provider.sandboxUrl ?? null,
    form_config: provider.formConfig ?? null,
    can_save_card: provider.savedCards !== undefined,
  };
}
