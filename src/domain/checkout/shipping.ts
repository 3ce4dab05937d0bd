import type { Cents } from '../money/money.ts';
import type { DeliveryDays } from './delivery-date.ts';

/** Countries the shop ships to (storefront §3, shipping address). */
export const COUNTRIES = ['US', 'CA', 'UK'] as const;
export type Country = (typeof COUNTRIES)[number];

/** Storefront §3: the default country, and the only one without international shipping. */
export const HOME_COUNTRY: Country = 'US';

export const COUNTRY_NAMES = {
  US: 'United States',
  CA: 'Canada',
  UK: 'United Kingdom',
} as const satisfies Record<Country, string>;

/** The name in an address; an unsupported code is returned unchanged. */
export function countryName(code: string): string {
  const names: Readonly<Record<string, string>> = COUNTRY_NAMES;
  return names[code] ?? code;
}

export const SHIPPING_METHODS = ['standard', 'express', 'overnight'] as const;
/** `flat` is the only method of a shop with a flat rate. */
export type BuiltInShippingMethod = 'flat' | (typeof SHIPPING_METHODS)[number];
/** A way of delivery of a plug-in: `<plugin>:<rate>`. */
export type PluginShippingMethod = `${string}:${string}`;
export type ShippingMethod = BuiltInShippingMethod | PluginShippingMethod;

export function pluginShippingMethod(plugin: string, rate: string): PluginShippingMethod {
  return `${plugin}:${rate}`;
}

export function isPluginShipping(method: ShippingMethod): method is PluginShippingMethod {
  return method.includes(':');
}

export const SHIPPING_METHOD_LABELS = {
  flat: 'Standard delivery',
  standard: 'Standard delivery',
  express: 'Express delivery',
  overnight: 'Overnight delivery',
} as const satisfies Record<BuiltInShippingMethod, string>;

/** The merchant's shipping settings, amounts in cents. */
export interface ShippingRules {
  /** `flat`: every order pays `flat`. `methods`: the shopper chooses one. */
  readonly checkoutShipping: 'flat' | 'methods';
  readonly flat: Cents;
  readonly freeThreshold: Cents;
  readonly standard: Cents;
  readonly express: Cents;
  readonly overnight: Cents;
  readonly internationalShipping: boolean;
  /** Working days of standard and express delivery. */
  readonly days: { readonly standard: DeliveryDays; readonly express: DeliveryDays };
}

const OVERNIGHT_DELIVERY_DAYS: DeliveryDays = { from: 1, to: 1 };

/** The rules of a new shop. The default settings, and the pages when the shop cannot be read, use them. */
export const DEFAULT_SHIPPING_RULES: ShippingRules = {
  checkoutShipping: 'flat',
  /** $10 an order (storefront §9). */
  flat: 1_000,
  /** $50 (storefront §1, back-office §9): standard shipping is free above it. */
  freeThreshold: 5_000,
  /** Back-office §9. */
  standard: 599,
  express: 1_299,
  overnight: 2_499,
  internationalShipping: true,
  days: {
    /** Storefront §2: 3-5 business days. */
    standard: { from: 3, to: 5 },
    express: { from: 1, to: 2 },
  },
};

export interface ShippingOption {
  readonly method: ShippingMethod;
  readonly label: string;
  /** Cents. */
  readonly cost: Cents;
  /** Undefined for a method of a plug-in that names none. */
  readonly days?: DeliveryDays | undefined;
}

/**
 * The shipping options of a cart, default first. Standard shipping is free above the threshold, not at it: the shop's
 * texts say 'above' or 'over $50'.
 * @param merchandise the cart total in cents: subtotal minus discount, before tax.
 * @param offered by plug-ins, listed after the shop's own.
 */
export function shippingOptions(
  rules: ShippingRules,
  merchandise: Cents,
  offered: readonly ShippingOption[] = [],
): readonly [ShippingOption, ...ShippingOption[]] {
  const option = (method: BuiltInShippingMethod, cost: Cents, days: DeliveryDays) => ({
    method,
    label: SHIPPING_METHOD_LABELS[method],
    cost,
    days,
  });
  const { standard, express } = rules.days;
  if (rules.checkoutShipping === 'flat') return [option('flat', rules.flat, standard), ...offered];
  return [
    option('standard', merchandise > rules.freeThreshold ? 0 : rules.standard, standard),
    option('express', rules.express, express),
    option('overnight', rules.overnight, OVERNIGHT_DELIVERY_DAYS),
    ...offered,
  ];
}

/**
 * The option with this method, or the first by default.
 * @returns undefined when the method is not offered, for example after the merchant changed the settings.
 */
export function chooseShipping(
  rules: ShippingRules,
  merchandise: Cents,
  method: ShippingMethod | undefined,
  offered: readonly ShippingOption[] = [],
): ShippingOption | undefined {
  const options = shippingOptions(rules, merchandise, offered);
  return method === undefined ? options[0] : options.find((option) => option.method === method);
}

/** The countries to choose from: only the United States without international shipping. */
export function deliveryCountries({ internationalShipping }: Pick<ShippingRules, 'internationalShipping'>) {
  return COUNTRIES.filter((country) => internationalShipping || country === HOME_COUNTRY);
}
