import { createHash } from 'node:crypto';
import type { ShippingAddress } from '#contract/storefront/shipping-address.ts';
import { holdUntil } from '#domain/checkout-status.ts';
import { paymentCurrency } from '#domain/currency.ts';
import type { ShippingMethod } from '#domain/shipping.ts';
import { type PricedCart, type PricedCartLine, readCart } from '#server/features/cart/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  type CheckoutRow,
  findFreeze,
  findOpenCheckout,
  insertCheckout,
  insertFreeze,
  lockCheckout,
  lockCustomer,
  renewCheckout,
} from './checkout.store.ts';
import type { CheckoutRules } from './checkout-services.ts';
import { setCouponUse } from './coupon-uses.store.ts';
import { setHolds } from './holds.store.ts';
import { type PricedCheckout, priceCheckout } from './price-checkout.ts';

export interface WantedCheckout {
  readonly userId: number;
  /** Cents: the cart total as the shopper saw it; undefined when nothing was shown that could differ. */
  readonly seenTotal: number | undefined;
  readonly address: ShippingAddress;
  readonly method: ShippingMethod | undefined;
  readonly rules: CheckoutRules;
  /** Refuses a total in cents that cannot be paid this way, before anything is held. */
  readonly checkTotal: (total: number) => void;
  readonly at: Date;
}

type FrozenLine = ReturnType<typeof freezeLine>;

function freezeLine({ row, unitPrice }: PricedCartLine, index: number) {
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
  };
}

function checkCart(cart: PricedCart, seenTotal: number | undefined): void {
  if (cart.lines.length === 0) throw new Refusal('cart.empty');
  if (seenTotal !== undefined && seenTotal !== cart.total) throw new Refusal('cart.changed');
  const gone = cart.lines.find((line) => line.problem === 'not_available');
  if (gone) {
    const message = `${gone.row.name} is no longer available. Please review your cart and try again.`;
    throw new Refusal('cart.changed', { message });
  }
}

function piecesOf(lines: readonly FrozenLine[]): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const { stock_id: stockId, quantity } of lines) {
    if (stockId !== null) pieces.set(stockId, (pieces.get(stockId) ?? 0) + quantity);
  }
  return pieces;
}

/** Ready to be written down: what is charged, for what, to where. */
function composeFreeze(
  cart: PricedCart,
  { totals, shippingMethod }: PricedCheckout,
  { address, rules }: Pick<WantedCheckout, 'address' | 'rules'>,
) {
  const coupon = cart.coupon && cart.coupon.refusal === null ? cart.coupon.row : undefined;
  return {
    subtotal_cents: totals.subtotal,
    discount_cents: totals.discount,
    tax_cents: totals.tax,
    shipping_cents: totals.shipping,
    total_cents: totals.total,
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? null,
    shipping_method: shippingMethod,
    shipping_address: JSON.stringify(address),
    currency: paymentCurrency(rules.currency),
  };
}

async function holdForCheckout(
  tx: Transaction,
  checkout: CheckoutRow,
  lines: readonly FrozenLine[],
  couponId: number | null,
): Promise<void> {
  const missing = await setHolds(tx, checkout.id, piecesOf(lines));
  if (missing !== undefined) {
    const name = lines.find((line) => line.stock_id === missing)?.product_name ?? 'this product';
    throw new Refusal('stock.insufficient', { message: `There is not enough stock left of ${name}.` });
  }
  if (!(await setCouponUse(tx, checkout, couponId))) {
    throw new Refusal('coupon.refused', { message: 'This coupon has been used up.' });
  }
}

/**
 * Freezes a customer's cart: lines, prices, address and totals are written down, its stock and coupon are held for 15
 * minutes. An open checkout goes on with it: the same cart again only holds for longer, another is its next revision.
 * @returns the checkout, with the revision that was frozen.
 * @throws Refusal `cart.empty`, `cart.changed`, `stock.insufficient`, `coupon.refused`, `request.invalid`.
 */
export async function freezeCart(tx: Transaction, wanted: WantedCheckout): Promise<CheckoutRow> {
  const { userId, at } = wanted;
  await lockCustomer(tx, userId);
  // Before the cart is read: a payment that completes this checkout empties the cart in the same transaction.
  const open = await lockOpenCheckout(tx, userId);
  const cart = await readCart(tx, userId, { now: at, currency: wanted.rules.currency });
  checkCart(cart, wanted.seenTotal);
  const choice = { country: wanted.address.country, method: wanted.method };
  const freeze = composeFreeze(cart, priceCheckout(cart, wanted.rules, choice), wanted);
  wanted.checkTotal(freeze.total_cents);
  const lines = cart.lines.map(freezeLine);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([freeze, lines]))
    .digest();

  const expiresAt = holdUntil(at);
  const newest = open && (await findFreeze(tx, open.id, open.revision));
  const checkout = open ?? (await insertCheckout(tx, { userId, expiresAt, at }));
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
  await holdForCheckout(tx, checkout, lines, freeze.coupon_id);
  return { ...checkout, revision, expires_at: expiresAt };
}

async function lockOpenCheckout(tx: Transaction, userId: number): Promise<CheckoutRow | undefined> {
  const open = await findOpenCheckout(tx, userId);
  // Between finding and locking it, a payment or the end of its hold may have closed it.
  const locked = open && (await lockCheckout(tx, open.id));
  return locked?.status === 'open' ? locked : undefined;
}
