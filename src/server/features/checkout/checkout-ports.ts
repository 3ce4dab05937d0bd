import type { ShippingAddress } from '#contract/storefront/shipping-address.ts';
import type { CustomValues } from '#domain/catalogue/custom-values.ts';
import type { CheckoutOption } from '#domain/checkout/checkout-options.ts';
import type { DeliveryDays } from '#domain/checkout/delivery-date.ts';
import type { Country } from '#domain/checkout/shipping.ts';
import type { Cents } from '#domain/money/money.ts';

/** A cart line for shipping and tax calculation; amounts in cents. */
export interface CheckoutCartLine {
  readonly productId: number;
  readonly variantId: number | null;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  /** Per unit, without options. */
  readonly unitPrice: Cents;
  /** For all units, with options. */
  readonly total: Cents;
  /** Weight per unit, in grams; null if unknown. */
  readonly weight: number | null;
  /** Values of the product's custom fields by key, as stored: read them with `readProductFields`. */
  readonly custom: CustomValues;
  /** Values of the chosen options of all plug-ins, by `<plugin>:<key>`; `yes` for a flag. */
  readonly options: Readonly<Record<string, string>>;
}

/** Contents and destination of a checkout; amounts in cents. */
export interface CheckoutCart {
  readonly lines: readonly CheckoutCartLine[];
  readonly subtotal: Cents;
  /** Discount of the coupon. */
  readonly discount: Cents;
  /** The cart total: subtotal minus discounts, before tax and shipping. */
  readonly merchandise: Cents;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Undefined until entered. */
  readonly country: Country | undefined;
}

/** A shipping method for a cart. */
export interface ShippingRate {
  /** Lower case letters, digits and hyphens, unique within the plug-in. The order stores `<plugin>:<id>`. */
  readonly id: string;
  /** Label for shoppers. Frozen into the order. */
  readonly label: string;
  /** Cents, at least 0. */
  readonly cost: Cents;
  /** Working days from the order to its delivery, 0 to 90; without them the shop shows no delivery date. */
  readonly days?: DeliveryDays;
}

/**
 * Offers shipping methods in addition to the shop's own. Called before a transaction, with the timeout {@link
 * RATES_LIMIT_MS}; one that fails or times out offers nothing, which is logged.
 */
export interface ShippingRateProvider {
  /** The plug-in's name. */
  readonly name: string;
  rates(cart: CheckoutCart, signal: AbortSignal): readonly ShippingRate[] | Promise<readonly ShippingRate[]>;
}

/** Tax base; amounts in cents. */
export interface TaxableCheckout extends CheckoutCart {
  readonly shipping: { readonly method: string; readonly cost: Cents };
  /** Undefined in an estimate, before it is entered. */
  readonly address:
    | { readonly line1: string; readonly city: string; readonly state: string; readonly postalCode: string }
    | undefined;
}

/**
 * Calculates the tax of a checkout instead of the merchant's percentage of the cart total. At most one per shop. Called
 * before a transaction, with the timeout {@link TAX_LIMIT_MS}; while it fails, no payment is opened and no order is
 * placed.
 */
export interface TaxCalculator {
  /** The plug-in's name. */
  readonly name: string;
  /** @returns cents, at least 0, added to the cart total. The same input should give the same tax. */
  calculate(checkout: TaxableCheckout, signal: AbortSignal): Cents | Promise<Cents>;
}

/**
 * Declares checkout fields for the whole order, such as a delivery note. Called outside transactions for each quote and each
 * order, so limits may depend on the day and on settings. While it fails, the form has no such fields, and nothing can be
 * bought.
 */
export interface CheckoutOptionProvider {
  /** The plug-in's name. Its options are stored as `<plugin>:<key>`. */
  readonly name: string;
  load(): readonly CheckoutOption[] | Promise<readonly CheckoutOption[]>;
}

/** A checkout just before its payment or its pay-later order; amounts in cents. */
export interface CheckedCheckout extends CheckoutCart {
  readonly customerId: number;
  /** Where the parcel goes. */
  readonly address: {
    readonly name: string;
    readonly line1: string;
    readonly line2: string | undefined;
    readonly city: string;
    readonly state: string;
    readonly postalCode: string;
    readonly country: Country;
  };
  readonly shipping: { readonly method: string; readonly cost: Cents };
  readonly tax: Cents;
  readonly total: Cents;
  /** Values of the plug-in's own options, by key. */
  readonly options: Readonly<Record<string, string>>;
}

/** A reason to refuse a checkout. */
export interface CheckoutProblem {
  /** Tells the customer what to do. */
  readonly message: string;
  /** The key of the option beside which the message is shown. */
  readonly option?: string;
  /** The address field beside which the message is shown. */
  readonly address?: keyof ShippingAddress;
}

/**
 * Decides whether a checkout can go on. Called before its transaction, when a payment is opened or an order is placed that is
 * paid later; never once a payment was made. While it fails or takes longer than {@link CHECK_LIMIT_MS}, nothing can be
 * bought.
 */
export interface CheckoutValidator {
  /** The plug-in's name. */
  readonly name: string;
  validate(
    checkout: CheckedCheckout,
    signal: AbortSignal,
  ): readonly CheckoutProblem[] | Promise<readonly CheckoutProblem[]>;
}

export const CHECK_LIMIT_MS = 3_000;
export const RATES_LIMIT_MS = 3_000;
export const TAX_LIMIT_MS = 5_000;
