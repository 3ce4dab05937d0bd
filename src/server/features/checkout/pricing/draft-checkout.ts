import type { KeptAddress, ShippingAddress } from '#contract/storefront/shipping-address.ts';
import type { ChosenCheckoutOption } from '#domain/checkout/checkout-options.ts';
import { exceededLimit, type HoldLimits } from '#domain/checkout/hold-limits.ts';
import { isPluginShipping, type ShippingMethod } from '#domain/checkout/shipping.ts';
import { counted } from '#domain/counted.ts';
import { type Currency, paymentCurrency } from '#domain/money/currency.ts';
import { type PriceAdjustment, sumOfAdjustments } from '#domain/money/price-adjustments.ts';
import { type PricedCart, type PricedCartLine, readCart } from '#server/features/cart/index.ts';
import { isKnownByAnyNode, optionsOf } from '#server/features/system/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutRules } from '../checkout-services.ts';
import { type CheckoutRow, lockOpenCheckout } from '../lifecycle/checkout.store.ts';
import { type LockedCustomer, lockCustomer } from '../lifecycle/checkout-customers.store.ts';
import type { CheckoutLineRow, FreezeRow } from '../lifecycle/checkout-freezes.store.ts';
import { type PluginQuote, pricesFor } from './plugin-prices.ts';
import { type DeliveryChoice, type PricedCheckout, priceCheckout } from './price-checkout.ts';

export interface CheckoutInput {
  readonly userId: number;
  /** Cents: the cart total that the shopper saw; undefined when there was nothing to compare. */
  readonly seenTotal: number | undefined;
  readonly address: ShippingAddress;
  readonly method: ShippingMethod | undefined;
  /** What was chosen of the options of plug-ins, validated. */
  readonly options: readonly ChosenCheckoutOption[];
  readonly rules: CheckoutRules;
  /** Plug-ins' prices for this cart, from {@link withPluginPrices}; undefined without such plug-ins. */
  readonly asked: PluginQuote | undefined;
  /** Refuses a total in cents that the provider cannot charge, or the shopper has not confirmed, before anything is held. */
  readonly checkTotal: (total: number) => void;
  /** The units wait for a payment; false for an order that is placed in the same transaction. */
  readonly isHeldUnpaid: boolean;
  readonly at: Date;
}

export function deliveryChoice({ address, method }: Pick<CheckoutInput, 'address' | 'method'>): DeliveryChoice {
  return { country: address.country, address, method };
}

/** Amounts, coupon, delivery and address as they will be in the order. */
export type FrozenOrder = Omit<
  FreezeRow,
  'checkout_id' | 'revision' | 'fingerprint' | 'created_at' | 'adjustments' | 'options' | 'shipping_address'
> & {
  readonly adjustments: readonly PriceAdjustment[];
  readonly options: readonly ChosenCheckoutOption[];
  readonly shipping_address: Partial<KeptAddress>;
};

export type FrozenLine = Omit<CheckoutLineRow, 'checkout_id' | 'revision' | 'adjustments'> & {
  readonly adjustments: readonly PriceAdjustment[];
};

/** A customer's cart, checked and priced under their lock. */
export interface CheckoutDraft {
  readonly customer: LockedCustomer;
  /** Their open checkout, locked. */
  readonly open: CheckoutRow | undefined;
  readonly order: FrozenOrder;
  readonly lines: readonly FrozenLine[];
}

/**
 * The settings were read before the transaction. A change of the currency either waits for the lock on the checkout, or
 * was made before.
 * @param now the currency, read after that lock was taken.
 */
export function checkCurrency(now: Currency, { currency }: CheckoutRules): void {
  if (now === currency) return;
  const message = `This shop charges in ${now} now. Please review your cart and try again.`;
  throw new Refusal('cart.changed', { message });
}

function freezeLine({ row, unitPrice, adjustments }: PricedCartLine, index: number): FrozenLine {
  return {
    position: index + 1,
    product_id: row.product_id,
    variant_id: row.variant_id,
    stock_id: row.stock_id,
    sku: row.sku,
    product_name: row.name,
    variant_name: row.variant_name,
    image: row.variant_image ?? row.images[0]?.url ?? null,
    unit_price_cents: unitPrice,
    quantity: row.quantity,
    adjustments,
    adjustment_cents: sumOfAdjustments(adjustments),
  };
}

function checkCart(cart: PricedCart, seenTotal: number | undefined): void {
  if (cart.lines.length === 0) throw new Refusal('cart.empty');
  if (cart.pricing.hasFailed) throw new Refusal('checkout.price_unavailable');
  if (seenTotal !== undefined && seenTotal !== cart.total) throw new Refusal('cart.changed');
  const gone = cart.lines.find((line) => line.problem === 'not_available');
  if (gone) {
    const message = `${gone.row.name} is no longer available. Please review your cart and try again.`;
    throw new Refusal('cart.changed', { message });
  }
}

function checkHoldLimits(
  lines: readonly FrozenLine[],
  customer: LockedCustomer,
  { rules, isHeldUnpaid }: Pick<CheckoutInput, 'rules' | 'isHeldUnpaid'>,
): void {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const isVerified = customer.email_verified_at !== null;
  const exceeded = exceededLimit(units, rules.holdLimits, { isVerified, isHeldUnpaid });
  if (exceeded)
    throw new Refusal('checkout.too_many_pieces', { message: HOLD_LIMIT_MESSAGES[exceeded.limit](exceeded.max) });
}

const HOLD_LIMIT_MESSAGES: Readonly<Record<keyof HoldLimits, (max: number) => string>> = {
  maxPiecesPerOrder: (max) => `One order can have at most ${items(max)}. Please lower the quantities in your cart.`,
  maxPiecesHeld: (max) =>
    `We can reserve at most ${items(max)} for you while you pay. Please lower the quantities in your cart.`,
  maxPiecesHeldUnverified: (max) =>
    `We can reserve at most ${items(max)} until you confirm your email address. Please confirm it, or lower the quantities in your cart.`,
};

const items = (units: number): string => counted(units, ['item', 'items']);

const withoutUndefined = ({ line2, ...address }: ShippingAddress) => ({
  ...address,
  ...(line2 !== undefined && { line2 }),
});

function composeOrder(
  cart: PricedCart,
  { totals, shipping }: PricedCheckout,
  { address, options, rules }: Pick<CheckoutInput, 'address' | 'options' | 'rules'>,
): FrozenOrder {
  const coupon = cart.coupon && cart.coupon.refusal === null ? cart.coupon.row : undefined;
  return {
    subtotal_cents: totals.subtotal,
    discount_cents: totals.discount,
    adjustments: cart.adjustments,
    adjustment_cents: totals.adjustment,
    tax_cents: totals.tax,
    shipping_cents: totals.shipping,
    total_cents: totals.total,
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? null,
    shipping_method: shipping.method,
    shipping_label: isPluginShipping(shipping.method) ? shipping.label : null,
    shipping_address: withoutUndefined(address),
    options,
    delivery_days_from: shipping.days?.from ?? null,
    delivery_days_to: shipping.days?.to ?? null,
    currency: paymentCurrency(rules.currency),
  };
}

/**
 * During an upgrade, nodes of the earlier release do not know the options of a new plug-in: they would sell the cart without
 * them. Options of a plug-in that no node has were removed, and are shown as such.
 * @throws Refusal `checkout.price_unavailable`: the next request may reach another node.
 */
async function refuseOptionsOfOtherNodes(
  tx: Transaction,
  { unknownOptionOwners: owners }: PricedCart,
  at: Date,
): Promise<void> {
  if (owners.length === 0) return;
  const options = owners.map((owner) => optionsOf('cart-line', owner));
  if (await isKnownByAnyNode(tx, options, at)) throw new Refusal('checkout.price_unavailable');
}

/**
 * Locks a customer and their open checkout, then checks and prices the cart.
 * @param lockTimeoutMs how long the transaction waits for a lock.
 * @throws Refusal `cart.empty`, `cart.changed`, `request.invalid`, `checkout.too_many_pieces`,
 * `checkout.price_unavailable`.
 */
export async function draftCheckout(
  tx: Transaction,
  wanted: CheckoutInput,
  lockTimeoutMs: number,
): Promise<CheckoutDraft> {
  const { userId, at } = wanted;
  const customer = await lockCustomer(tx, userId, lockTimeoutMs);
  if (!customer) throw new Error(`Customer ${userId} is gone`);
  // Lock before reading the cart: a payment that completes this checkout empties the cart in the same transaction.
  const open = await lockOpenCheckout(tx, userId);
  const cart = await readCart(tx, userId, { now: at, ...wanted.rules });
  await refuseOptionsOfOtherNodes(tx, cart, at);
  return { customer, open, ...draftOrder(customer, cart, wanted) };
}

/**
 * Checks and prices the cart of a locked customer.
 * @throws Refusal those of {@link draftCheckout}.
 */
export function draftOrder(
  customer: LockedCustomer,
  cart: PricedCart,
  wanted: CheckoutInput,
): Pick<CheckoutDraft, 'order' | 'lines'> {
  checkCart(cart, wanted.seenTotal);
  const choice = deliveryChoice(wanted);
  const prices = pricesFor(cart, wanted.rules, choice, wanted.asked);
  const order = composeOrder(cart, priceCheckout(cart, wanted.rules, choice, prices), wanted);
  wanted.checkTotal(order.total_cents);
  const lines = cart.lines.map(freezeLine);
  checkHoldLimits(lines, customer, wanted);
  return { order, lines };
}

/** Refuses an order for which a stock row has too few units. @param missing its id; undefined: none. */
export function checkStock(missing: number | undefined, lines: readonly FrozenLine[]): void {
  if (missing === undefined) return;
  const name = lines.find((line) => line.stock_id === missing)?.product_name ?? 'this product';
  throw new Refusal('stock.insufficient', { message: `There is not enough stock left of ${name}.` });
}
