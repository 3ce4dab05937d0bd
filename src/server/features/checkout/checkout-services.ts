import { isDeepStrictEqual } from 'node:util';
import type { HoldLimits } from '#domain/checkout/hold-limits.ts';
import type { ShippingRules } from '#domain/checkout/shipping.ts';
import type { Currency } from '#domain/money/currency.ts';
import { parseDecimalOrThrow } from '#domain/money/money.ts';
import { taxBasisPoints } from '#domain/money/tax.ts';
import type { TimeZone } from '#domain/shop/time-zone.ts';
import type { CartPricing, LoadCartPricing } from '#server/features/cart/index.ts';
import type { OrderServices } from '#server/features/orders/index.ts';
import type { OnlineProvider, ProviderEvent } from '#server/features/payments/index.ts';
import type { SettingsOf } from '#server/features/settings/index.ts';
import type { CollapsedRuns } from '#server/platform/concurrency/collapse-runs.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutChecks } from './checks/checkout-checks.ts';
import type { OrderQueue } from './order-transactions/order-queue.ts';
import type { CheckoutPricing } from './pricing/checkout-pricing.ts';

/** Services of the checkout: those of orders, and what plug-ins add to its price. */
export interface CheckoutServices extends OrderServices {
  readonly checkoutPricing: CheckoutPricing;
  readonly checkoutChecks: CheckoutChecks;
  readonly loadCartPricing: LoadCartPricing;
  /** Applies the events of one payment together. */
  readonly paymentEvents: CollapsedRuns<ProviderEvent>;
  readonly orderQueue: OrderQueue;
}

/** Settings and plug-in prices for every checkout. */
export interface CheckoutRules {
  readonly shipping: ShippingRules;
  readonly taxBasisPoints: number;
  /** The shop's currency. */
  readonly currency: Currency;
  readonly timeZone: TimeZone;
  readonly holdLimits: HoldLimits;
  /** The plug-ins' cart pricing. */
  readonly pricing: CartPricing;
}

function shippingRules(setting: SettingsOf<'shipping'>): ShippingRules {
  return {
    checkoutShipping: setting.checkoutShipping,
    flat: parseDecimalOrThrow(setting.flatShippingCost),
    freeThreshold: parseDecimalOrThrow(setting.freeShippingThreshold),
    standard: parseDecimalOrThrow(setting.standardShippingCost),
    express: parseDecimalOrThrow(setting.expressShippingCost),
    overnight: parseDecimalOrThrow(setting.overnightShippingCost),
    internationalShipping: setting.internationalShipping,
    days: {
      standard: { from: setting.deliveryDaysFrom, to: setting.deliveryDaysTo },
      express: { from: setting.expressDaysFrom, to: setting.expressDaysTo },
    },
  };
}

type RulesServices = Pick<CheckoutServices, 'settings' | 'loadCartPricing'>;

/** Read before a transaction, not inside it. */
export const readCheckoutRules = (services: RulesServices): Promise<CheckoutRules> =>
  composeRules(services, services.settings.getFresh);

/** The rules for showing prices, cached in memory. Never charge with them: they can be stale. */
export const readShownRules = (services: RulesServices): Promise<CheckoutRules> =>
  composeRules(services, services.settings.get);

async function composeRules(
  { loadCartPricing }: RulesServices,
  read: CheckoutServices['settings']['get'],
): Promise<CheckoutRules> {
  const [setting, { currency, timezone }, holdLimits, pricing] = await Promise.all([
    read('shipping'),
    read('site'),
    read('payment'),
    loadCartPricing(),
  ]);
  return {
    shipping: shippingRules(setting),
    taxBasisPoints: taxBasisPoints(setting.taxPercent),
    currency,
    timeZone: timezone,
    holdLimits,
    pricing,
  };
}

/**
 * For a customer who has waited in line, whose prices were computed before.
 * @throws Refusal `cart.changed` if the shop charges differently now.
 */
export async function checkRulesUnchanged(services: CheckoutServices, before: CheckoutRules): Promise<void> {
  if (!isChargedAlike(before, await readCheckoutRules(services))) throw new Refusal('cart.changed');
}

/** Whether the shop charges the same by both rules. */
export function isChargedAlike(one: CheckoutRules, other: CheckoutRules): boolean {
  const charged = ({ shipping, taxBasisPoints: tax, currency }: CheckoutRules) => ({ shipping, tax, currency });
  return isDeepStrictEqual(charged(one), charged(other));
}

/**
 * The enabled provider for a new payment.
 * @param name undefined: the card provider.
 * @throws Refusal `payment.method_unavailable`.
 */
export async function chooseProvider(
  { paymentProviders }: Pick<CheckoutServices, 'paymentProviders'>,
  name: string | undefined,
): Promise<OnlineProvider> {
  const enabled = await paymentProviders.enabled({ isFresh: true });
  const provider = enabled.find((each) => (name === undefined ? each.method === 'card' : each.name === name));
  if (provider?.kind === 'online') return provider;
  const method = name === undefined ? 'Card payments are' : 'This payment method is';
  throw new Refusal('payment.method_unavailable', { message: `${method} not available at the moment.` });
}
