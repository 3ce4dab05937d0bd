import type { Cents } from '#domain/money.ts';
import type { Country } from '#domain/shipping.ts';

/** A line of the cart as delivery and taxes see it; amounts in cents. */
export interface PortLine {
  readonly productId: number;
  readonly variantId: number | null;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  /** Of one piece, without options. */
  readonly unitPrice: Cents;
  /** Of all pieces, with options. */
  readonly total: Cents;
  /** Of one piece, in grams; null where the merchant has not entered it. */
  readonly weight: number | null;
}

/** What a checkout sends, and where; amounts in cents. */
export interface PortCart {
  readonly lines: readonly PortLine[];
  readonly subtotal: Cents;
  /** What the coupon takes off. */
  readonly discount: Cents;
  /** The cart total: subtotal less discounts, before tax and delivery. */
  readonly merchandise: Cents;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Undefined until the shopper has chosen one. */
  readonly country: Country | undefined;
}

/** One more way of delivery for a cart. */
export interface ShippingRate {
  /** Lower case letters, digits and hyphens, unique within the plug-in. The order stores `<plugin>:<id>`. */
  readonly id: string;
  /** As the shopper reads it. Frozen into the order. */
  readonly label: string;
  /** Cents, at least 0. */
  readonly cost: Cents;
}

/**
 * Offers ways of delivery beside the shop's own. It is asked before a transaction, within {@link RATES_LIMIT_MS}; one that
 * fails or is late offers nothing, which is logged.
 */
export interface ShippingRateProvider {
  /** The plug-in's name. */
  readonly name: string;
  rates(cart: PortCart, signal: AbortSignal): readonly ShippingRate[] | Promise<readonly ShippingRate[]>;
}

/** What is taxed; amounts in cents. */
export interface TaxableCheckout extends PortCart {
  readonly shipping: { readonly method: string; readonly cost: Cents };
  /** Undefined in an estimate, before the shopper has entered it. */
  readonly address:
    | { readonly line1: string; readonly city: string; readonly state: string; readonly postalCode: string }
    | undefined;
}

/**
 * Calculates the tax of a checkout in place of the merchant's percentage of the cart total. A shop has one at most. It is
 * asked before a transaction, within {@link TAX_LIMIT_MS}; while it fails, no payment is opened and no order is placed.
 */
export interface TaxCalculator {
  /** The plug-in's name. */
  readonly name: string;
  /** @returns cents, at least 0: charged on top of the cart total. The same input should give the same tax. */
  calculate(checkout: TaxableCheckout, signal: AbortSignal): Cents | Promise<Cents>;
}

export const RATES_LIMIT_MS = 3_000;
export const TAX_LIMIT_MS = 5_000;
