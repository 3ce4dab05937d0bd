import { cartTotals, lineTotal, unitPrice } from '#domain/cart-totals.ts';
import type { Currency } from '#domain/currency.ts';
import { type Coupon, couponRefusal, discountFor, explainCouponRefusal } from '#domain/discount.ts';
import { createBatchedReader } from '#server/platform/batched-reader.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { type CartLineRow, type CouponRow, readCartCouponRow, readCartLineRows } from './cart.store.ts';

export interface PricedCartLine {
  readonly row: CartLineRow;
  /** Cents. */
  readonly unitPrice: number;
  /** Cents. */
  readonly total: number;
  readonly problem: 'sold_out' | 'not_enough_stock' | 'not_available' | null;
}

export interface PricedCart {
  readonly lines: readonly PricedCartLine[];
  readonly itemCount: number;
  /** Cents, as the next two. */
  readonly subtotal: number;
  readonly discount: number;
  readonly total: number;
  /** The coupon with the sentence that tells why it takes nothing off, if so. */
  readonly coupon: { readonly row: CouponRow; readonly refusal: string | null } | undefined;
}

function problemOf(row: CartLineRow): PricedCartLine['problem'] {
  if (!row.is_for_sale) return 'not_available';
  if (row.available <= 0) return 'sold_out';
  return row.quantity > row.available ? 'not_enough_stock' : null;
}

function priceLine(row: CartLineRow): PricedCartLine {
  const price = unitPrice({
    price: row.price_cents,
    salePrice: row.sale_price_cents,
    priceModifier: row.price_modifier_cents,
  });
  return { row, unitPrice: price, total: lineTotal(price, row.quantity), problem: problemOf(row) };
}

function couponOf(row: CouponRow): Coupon {
  return {
    kind: row.kind,
    value: row.value,
    minimum: row.minimum_cents,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    usageLimit: row.usage_limit,
    usageLimitPerCustomer: row.usage_limit_per_customer,
    isActive: row.is_active,
  };
}

interface CouponCircumstances {
  readonly subtotal: number;
  readonly now: Date;
  readonly currency: Currency;
}

function couponProblem(row: CouponRow, { subtotal, now, currency }: CouponCircumstances): string | null {
  const use = { subtotal, now, timesUsed: row.times_used, timesUsedByCustomer: row.used_by_customer };
  const coupon = couponOf(row);
  const refusal = couponRefusal(coupon, use);
  return refusal === undefined ? null : explainCouponRefusal(refusal, coupon, currency);
}

interface Circumstances {
  readonly now: Date;
  /** Of the shop, in which the coupon's refusal names its minimum. */
  readonly currency: Currency;
}

/** The cart with today's prices, stock and coupon: what the cart page shows and what a checkout freezes. */
export async function readCart(
  db: Database | Transaction,
  userId: number,
  circumstances: Circumstances,
): Promise<PricedCart> {
  return priceCart(db, userId, await readCartLineRows(db, [userId]), circumstances);
}

/** Reads carts as {@link readCart} does, many requests' at a time. */
export type CartReader = (userId: number, circumstances: Circumstances) => Promise<PricedCart>;

export function createCartReader(db: Database): CartReader {
  const linesByUser = createBatchedReader(
    async (userIds: number[]) => [...Map.groupBy(await readCartLineRows(db, userIds), (row) => row.user_id)],
    ([userId]) => userId,
  );
  return async (userId, circumstances) => {
    const [, rows = []] = (await linesByUser.read([userId])).get(userId) ?? [];
    return priceCart(db, userId, rows, circumstances);
  };
}

async function priceCart(
  db: Database | Transaction,
  userId: number,
  rows: readonly CartLineRow[],
  { now, currency }: Circumstances,
): Promise<PricedCart> {
  const lines = rows.map(priceLine);
  // Most carts have none, and their lines tell so.
  const hasCoupon = lines.length === 0 || lines[0]?.row.coupon_id !== null;
  const couponRow = hasCoupon ? await readCartCouponRow(db, userId) : undefined;
  const { subtotal, itemCount } = cartTotals(
    lines.map(({ row, unitPrice: price }) => ({ unitPrice: price, quantity: row.quantity })),
  );
  const refusal = couponRow ? couponProblem(couponRow, { subtotal, now, currency }) : null;
  const discount = couponRow && refusal === null ? discountFor(couponRow, subtotal) : 0;
  return {
    lines,
    itemCount,
    subtotal,
    discount,
    total: subtotal - discount,
    coupon: couponRow && { row: couponRow, refusal },
  };
}
