import { createHash } from 'node:crypto';
import type { ShippingAddress } from '#contract/storefront/shipping-address.ts';
import { paymentCurrency } from '#domain/currency.ts';
import {
  exceededLimit,
  HOLD_COOL_DOWN_MS,
  HOLD_MS,
  type HoldLimits,
  holdUntil,
  MAX_HOLD_MS,
  startOfHold,
} from '#domain/hold-limits.ts';
import { sumOfAdjustments } from '#domain/price-adjustments.ts';
import { isPluginShipping, type ShippingMethod } from '#domain/shipping.ts';
import { type PricedCart, type PricedCartLine, readCart } from '#server/features/cart/index.ts';
import { setHolds } from '#server/features/catalogue/index.ts';
import { setCouponUse } from '#server/features/coupons/index.ts';
import { readSection } from '#server/features/settings/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type AskedPrices, pricesFor } from './ask-plugins.ts';
import {
  type CheckoutRow,
  findFreeze,
  findLastUnpaidHold,
  findOpenCheckout,
  insertCheckout,
  insertFreeze,
  type LockedCustomer,
  lockCheckout,
  lockCustomer,
  renewCheckout,
} from './checkout.store.ts';
import type { CheckoutRules } from './checkout-services.ts';
import { type DeliveryChoice, type PricedCheckout, priceCheckout } from './price-checkout.ts';

export interface WantedCheckout {
  readonly userId: number;
  /** Cents: the cart total that the shopper saw; undefined when there was nothing to compare. */
  readonly seenTotal: number | undefined;
  readonly address: ShippingAddress;
  readonly method: ShippingMethod | undefined;
  readonly rules: CheckoutRules;
  /** Of this cart, by {@link withPluginPrices}; undefined without such plug-ins. */
  readonly asked: AskedPrices | undefined;
  /** Refuses a total in cents that the provider cannot charge, before anything is held. */
  readonly checkTotal: (total: number) => void;
  /** The units wait for a payment; false for an order that is placed in the same transaction. */
  readonly isHeldUnpaid: boolean;
  readonly at: Date;
}

export function deliveryChoice({ address, method }: Pick<WantedCheckout, 'address' | 'method'>): DeliveryChoice {
  return { country: address.country, address, method };
}

const MINUTE_MS = 60_000;

/**
 * The settings were read before the transaction. A change of the currency either waits for the lock on the checkout, or
 * was made before.
 */
async function checkCurrency(tx: Transaction, { currency }: CheckoutRules): Promise<void> {
  const { currency: now } = await readSection(tx, 'site');
  if (now === currency) return;
  const message = `This shop charges in ${now} now. Please review your cart and try again.`;
  throw new Refusal('cart.changed', { message });
}

type FrozenLine = ReturnType<typeof freezeLine>;

function freezeLine({ row, unitPrice, adjustments }: PricedCartLine, index: number) {
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
    adjustments: JSON.stringify(adjustments),
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
  customer: LockedCustomer | undefined,
  { rules, isHeldUnpaid }: Pick<WantedCheckout, 'rules' | 'isHeldUnpaid'>,
): void {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const isVerified = customer?.email_verified_at != null;
  const exceeded = exceededLimit(units, rules.holdLimits, { isVerified, isHeldUnpaid });
  if (exceeded)
    throw new Refusal('checkout.too_many_pieces', { message: HOLD_LIMIT_MESSAGES[exceeded.limit](exceeded.max) });
}

const HOLD_LIMIT_MESSAGES: Readonly<Record<keyof HoldLimits, (max: number) => string>> = {
  maxPiecesPerOrder: (max) => `One order can have at most ${counted(max)}. Please lower the quantities in your cart.`,
  maxPiecesHeld: (max) =>
    `We can reserve at most ${counted(max)} for you while you pay. Please lower the quantities in your cart.`,
  maxPiecesHeldUnverified: (max) =>
    `We can reserve at most ${counted(max)} until you confirm your email address. Please confirm it, or lower the quantities in your cart.`,
};

const counted = (units: number): string => (units === 1 ? '1 item' : `${units} items`);

/** @throws Refusal `checkout.hold_limit` when the account has used up its holding time. */
async function planHold(
  tx: Transaction,
  open: CheckoutRow | undefined,
  { userId, isHeldUnpaid, at }: Pick<WantedCheckout, 'userId' | 'isHeldUnpaid' | 'at'>,
): Promise<{ heldSince: Date; expiresAt: Date }> {
  if (!isHeldUnpaid) return { heldSince: open?.held_since ?? at, expiresAt: new Date(at.getTime() + HOLD_MS) };
  const previous = open ? undefined : await findLastUnpaidHold(tx, userId);
  const heldSince = open?.held_since ?? startOfHold(at, previous);
  const expiresAt = holdUntil(at, heldSince, open?.expires_at);
  if (expiresAt) return { heldSince, expiresAt };
  const endsAt = previous?.endedAt ?? open?.expires_at ?? at;
  const waitMs = Math.max(endsAt.getTime() + HOLD_COOL_DOWN_MS - at.getTime(), MINUTE_MS);
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  throw new Refusal('checkout.hold_limit', {
    message: `We have reserved these items for ${MAX_HOLD_MS / MINUTE_MS} minutes without a payment. You can try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

function unitsByStock(lines: readonly FrozenLine[]): Map<number, number> {
  const units = new Map<number, number>();
  for (const { stock_id: stockId, quantity } of lines) {
    if (stockId !== null) units.set(stockId, (units.get(stockId) ?? 0) + quantity);
  }
  return units;
}

/** The complete freeze: amounts, lines and address. */
function composeFreeze(
  cart: PricedCart,
  { totals, shipping }: PricedCheckout,
  { address, rules }: Pick<WantedCheckout, 'address' | 'rules'>,
) {
  const coupon = cart.coupon && cart.coupon.refusal === null ? cart.coupon.row : undefined;
  return {
    subtotal_cents: totals.subtotal,
    discount_cents: totals.discount,
    adjustments: JSON.stringify(cart.adjustments),
    adjustment_cents: totals.adjustment,
    tax_cents: totals.tax,
    shipping_cents: totals.shipping,
    total_cents: totals.total,
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? null,
    shipping_method: shipping.method,
    shipping_label: isPluginShipping(shipping.method) ? shipping.label : null,
    shipping_address: JSON.stringify(address),
    delivery_days_from: shipping.days?.from ?? null,
    delivery_days_to: shipping.days?.to ?? null,
    currency: paymentCurrency(rules.currency),
  };
}

async function holdForCheckout(
  tx: Transaction,
  checkout: CheckoutRow,
  lines: readonly FrozenLine[],
  couponId: number | null,
): Promise<void> {
  const missing = await setHolds(tx, checkout.id, unitsByStock(lines));
  if (missing !== undefined) {
    const name = lines.find((line) => line.stock_id === missing)?.product_name ?? 'this product';
    throw new Refusal('stock.insufficient', { message: `There is not enough stock left of ${name}.` });
  }
  if (!(await setCouponUse(tx, checkout, couponId))) {
    throw new Refusal('coupon.refused', { message: 'This coupon has been used up.' });
  }
}

/**
 * Freezes a customer's cart: stores lines, prices, address and totals, and holds its stock and coupon for 15 minutes.
 * An open checkout is reused, with a new revision if the cart differs; its hold is renewed at most twice.
 * @returns the checkout, with the frozen revision.
 * @throws Refusal `cart.empty`, `cart.changed`, `stock.insufficient`, `coupon.refused`, `request.invalid`,
 * `checkout.too_many_pieces`, `checkout.hold_limit`, `checkout.price_unavailable`.
 */
export async function freezeCart(tx: Transaction, wanted: WantedCheckout): Promise<CheckoutRow> {
  const { userId, at } = wanted;
  const customer = await lockCustomer(tx, userId);
  // Lock before reading the cart: a payment that completes this checkout empties the cart in the same transaction.
  const open = await lockOpenCheckout(tx, userId);
  const cart = await readCart(tx, userId, { now: at, ...wanted.rules });
  checkCart(cart, wanted.seenTotal);
  const choice = deliveryChoice(wanted);
  const prices = pricesFor(cart, wanted.rules, choice, wanted.asked);
  const freeze = composeFreeze(cart, priceCheckout(cart, wanted.rules, choice, prices), wanted);
  wanted.checkTotal(freeze.total_cents);
  const lines = cart.lines.map(freezeLine);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([freeze, lines]))
    .digest();

  checkHoldLimits(lines, customer, wanted);
  const { heldSince, expiresAt } = await planHold(tx, open, wanted);
  const newest = open && (await findFreeze(tx, open.id, open.revision));
  const checkout = open ?? (await insertCheckout(tx, { userId, heldSince, expiresAt, at }));
  const isSame = newest?.fingerprint.equals(fingerprint) ?? false;
  const revision = open && !isSame ? open.revision + 1 : checkout.revision;
  if (!isSame) {
    await insertFreeze(
      tx,
      { checkout_id: checkout.id, revision, fingerprint, created_at: at, ...freeze },
      lines.map((line) => ({ checkout_id: checkout.id, revision, ...line })),
    );
  }
  await renewCheckout(tx, checkout.id, { revision, expiresAt, at });
  await checkCurrency(tx, wanted.rules);
  await holdForCheckout(tx, checkout, lines, freeze.coupon_id);
  return { ...checkout, revision, expires_at: expiresAt };
}

async function lockOpenCheckout(tx: Transaction, userId: number): Promise<CheckoutRow | undefined> {
  const open = await findOpenCheckout(tx, userId);
  // A payment or the expiry may have closed it before it was locked.
  const locked = open && (await lockCheckout(tx, open.id));
  return locked?.status === 'open' ? locked : undefined;
}
