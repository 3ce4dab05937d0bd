import type { Currency } from '#domain/money/currency.ts';
import { readShopFacts, type ShopFacts } from '#server/features/orders/index.ts';
import type { PaymentProvider } from '#server/features/payments/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type CheckoutRules, type CheckoutServices, isChargedAlike, readCheckoutRules } from '../checkout-services.ts';
import { checkShownCurrency } from '../pricing/check-total.ts';
import type { UnpaidOrder } from './place-alone.ts';

/** An order that is paid later, as the customer sent it. */
export interface RequestedOrder
  extends Pick<UnpaidOrder, 'userId' | 'confirmedTotal' | 'address' | 'method' | 'options' | 'asked' | 'write'> {
  /** The rules when it arrived. */
  readonly rules: CheckoutRules;
  /** The currency shown to the shopper; undefined: the shop's. */
  readonly currency: Lowercase<Currency> | undefined;
  /** The provider's payment method. */
  readonly paymentMethod: string;
}

/** The settings of the shop that orders depend on. */
export interface OrderTerms {
  readonly providers: readonly PaymentProvider[];
  readonly rules: CheckoutRules;
  readonly shop: ShopFacts;
}

/** Reads the settings from the database, before a transaction, once for all its orders. */
export async function readOrderTerms(services: CheckoutServices): Promise<OrderTerms> {
  const [providers, rules, shop] = await Promise.all([
    services.paymentProviders.enabled({ isFresh: true }),
    readCheckoutRules(services),
    readShopFacts(services),
  ]);
  return { providers, rules, shop };
}

/**
 * The order with the current settings applied.
 * @param hasWaited the customer may have seen other prices. Plug-ins were also asked for their prices with the earlier settings.
 * @throws Refusal `payment.method_unavailable` unless enabled; `request.invalid` for another currency; `cart.changed` if the shop charges differently now.
 */
export function applyTerms(requested: RequestedOrder, terms: OrderTerms, hasWaited: boolean): UnpaidOrder {
  const { paymentMethod, currency, ...order } = requested;
  const { providers, rules, shop } = terms;
  const provider = providers.find(({ kind, method }) => kind === 'offline' && method === paymentMethod);
  if (!provider) throw new Refusal('payment.method_unavailable');
  checkShownCurrency(currency, rules.currency);
  const isPricedBefore = hasWaited || order.asked !== undefined;
  if (isPricedBefore && !isChargedAlike(order.rules, rules)) throw new Refusal('cart.changed');
  return { ...order, rules, provider, shop };
}
