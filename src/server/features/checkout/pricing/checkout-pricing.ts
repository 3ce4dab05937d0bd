import { type DeliveryDays, MAX_DELIVERY_DAYS } from '#domain/checkout/delivery-date.ts';
import { pluginShippingMethod, type ShippingOption } from '#domain/checkout/shipping.ts';
import { type Cents, MAX_AMOUNT } from '#domain/money/money.ts';
import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import { withTimeLimit } from '#server/platform/concurrency/with-time-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { StartError } from '#server/platform/start-error.ts';
import {
  type CheckoutCart,
  RATES_LIMIT_MS,
  type ShippingRateProvider,
  TAX_LIMIT_MS,
  type TaxableCheckout,
  type TaxCalculator,
} from '../checkout-ports.ts';

/** What plug-ins add to the price of a checkout. */
export interface CheckoutPricing {
  /** False in a shop without such plug-ins, which then skips the calls. */
  readonly hasPlugins: boolean;
  /** The shipping methods of plug-ins, in plug-in order. */
  offersFor(cart: CheckoutCart): Promise<ShippingOption[]>;
  /**
   * The tax in cents; undefined if the merchant's percentage applies.
   * @throws Refusal `checkout.price_unavailable` when the calculator fails or times out.
   */
  taxOn(checkout: TaxableCheckout): Promise<Cents | undefined>;
}

export interface CheckoutPorts {
  readonly shippingRates?: readonly ShippingRateProvider[];
  readonly taxCalculator?: TaxCalculator | undefined;
}

const RATE_ID = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
const MAX_LABEL = 100;

/** @throws StartError for two providers with the same name. */
export function createCheckoutPricing(
  { shippingRates = [], taxCalculator }: CheckoutPorts,
  { log, delays }: PluginReports,
  { taxLimitMs = TAX_LIMIT_MS } = {},
): CheckoutPricing {
  const names = shippingRates.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new StartError(`Two plug-ins named ${twice} offer shipping rates.`);
  return {
    hasPlugins: taxCalculator !== undefined || shippingRates.length > 0,
    offersFor: async (cart) =>
      (await Promise.all(shippingRates.map((provider) => offersOf(provider, cart, { log, delays })))).flat(),
    async taxOn(checkout) {
      if (!taxCalculator) return undefined;
      try {
        const observer = delays.observe(taxCalculator.name, 'calculateTax');
        const calculate = (signal: AbortSignal) => taxCalculator.calculate(checkout, signal);
        return checked(await withTimeLimit(taxLimitMs, calculate, observer), 'tax');
      } catch (error) {
        log.error({ plugin: taxCalculator.name, err: error }, 'A plug-in could not calculate the tax');
        throw new Refusal('checkout.price_unavailable', {
          message: 'The tax could not be calculated, and nothing was charged. Please try again in a moment.',
        });
      }
    },
  };
}

async function offersOf(
  provider: ShippingRateProvider,
  cart: CheckoutCart,
  { log, delays }: PluginReports,
): Promise<ShippingOption[]> {
  try {
    const observer = delays.observe(provider.name, 'shippingRates');
    const rates = await withTimeLimit(RATES_LIMIT_MS, (signal) => provider.rates(cart, signal), observer);
    const offers = rates.map(({ id, label, cost, days }) => {
      if (!RATE_ID.test(id)) throw new RangeError(`${id} is not the id of a shipping rate`);
      if (label.trim() === '' || label.length > MAX_LABEL)
        throw new RangeError(`${id} needs a label of 1 to 100 characters`);
      return {
        method: pluginShippingMethod(provider.name, id),
        label,
        cost: checked(cost, id),
        days: days && checkedDays(days, id),
      };
    });
    if (new Set(offers.map(({ method }) => method)).size < offers.length) throw new RangeError('Two rates of one id');
    return offers;
  } catch (error) {
    log.error({ plugin: provider.name, err: error }, 'The shipping rates of a plug-in are left out');
    return [];
  }
}

function checkedDays({ from, to }: DeliveryDays, of: string): DeliveryDays {
  const isCount = (days: number) => Number.isInteger(days) && days >= 0 && days <= MAX_DELIVERY_DAYS;
  if (isCount(from) && isCount(to) && from <= to) return { from, to };
  throw new RangeError(`${from} to ${to} are not delivery days: ${of}`);
}

function checked(amount: Cents, of: string): Cents {
  if (Number.isSafeInteger(amount) && amount >= 0 && amount <= MAX_AMOUNT) return amount;
  throw new RangeError(`${amount} is not an amount in cents: ${of}`);
}
