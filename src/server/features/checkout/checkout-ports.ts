import type { CustomValues } from '#domain/custom-values.ts';
import type { DeliveryDays } from '#domain/delivery-date.ts';
import type { Cents } from '#domain/money.ts';
import type { Country } from '#domain/shipping.ts';

/** A cart line for shipping and tax calculation; amounts in cents. */
export interface PortLine {
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
}

/** Contents and destination of a checkout; amounts in cents. */
export interface PortCart {
  readonly lines: readonly PortLine[];
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
  rates(cart: PortCart, signal: AbortSignal): readonly ShippingRate[] | Promise<readonly ShippingRate[]>;
}

/** Tax base; amounts in cents. */
export interface TaxableCheckout extends PortCart {
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

export const RATES_LIMIT_MS = 3_000;
export const TAX_LIMIT_MS = 5_000;
