import { cartTotals, lineTotal, unitPrice } from '#domain/cart/cart-totals.ts';
import { optionsOfProduct, ownerOfOption, priceOptions } from '#domain/cart/line-options.ts';
import { type Currency, paymentCurrency } from '#domain/money/currency.ts';
import { type Coupon, couponRefusal, discountFor, explainCouponRefusal } from '#domain/money/discount.ts';
import { addMoney } from '#domain/money/money.ts';
import {
  cutToAmount,
  NO_ADJUSTMENTS,
  type PriceAdjustment,
  sumOfAdjustments,
} from '#domain/money/price-adjustments.ts';
import { createBatchedReader } from '#server/platform/concurrency/batched-reader.ts';
import type { Database, Handle } from '#server/platform/database/database.ts';
import { type CartLineRow, type CouponRow, readCartCouponRow, readCartLineRows } from './cart.store.ts';
import type { AdjustedAmount, CartPricing } from './cart-pricing.ts';

export interface PricedCartLine {
  readonly row: CartLineRow;
  /** Cents, without options. */
  readonly unitPrice: number;
  /** Options first, then adjustments of plug-ins. */
  readonly adjustments: readonly PriceAdjustment[];
  /** Values of the chosen options that are offered, by `<plugin>:<key>`. */
  readonly options: Readonly<Record<string, string>>;
  /** Labels of chosen options that are no longer offered; they cost nothing. */
  readonly unavailableOptions: readonly string[];
  /** Cents, with adjustments. */
  readonly total: number;
  readonly problem: 'sold_out' | 'not_enough_stock' | 'not_available' | null;
}

export interface PricedCart {
  readonly lines: readonly PricedCartLine[];
  readonly itemCount: number;
  /** Sum of the lines' totals, in cents, like all amounts. */
  readonly subtotal: number;
  readonly discount: number;
  /** Adjustments of the whole cart, by plug-ins. */
  readonly adjustments: readonly PriceAdjustment[];
  /** Subtotal minus discount, plus adjustments. */
  readonly total: number;
  /** Results of the plug-ins, as far as they succeeded. */
  readonly pricing: Pick<CartPricing, 'options' | 'hasFailed'>;
  /** Plug-ins with options on lines of the cart that this node does not have. */
  readonly unknownOptionOwners: readonly string[];
  /** The coupon, with the reason if it does not apply. */
  readonly coupon: { readonly row: CouponRow; readonly refusal: string | null } | undefined;
}

function problemOf(row: CartLineRow): PricedCartLine['problem'] {
  if (!row.is_for_sale) return 'not_available';
  if (row.available <= 0) return 'sold_out';
  return row.quantity > row.available ? 'not_enough_stock' : null;
}

function priceLine(row: CartLineRow, { options }: CartPricing): PricedCartLine {
  const price = unitPrice({
    price: row.price_cents,
    salePrice: row.sale_price_cents,
    priceModifier: row.price_modifier_cents,
  });
  const offered = optionsOfProduct(options, row.custom);
  const { adjustments, values, unavailable } = priceOptions(row.options, offered, row.quantity);
  const line = { row, unitPrice: price, options: values, unavailableOptions: unavailable, problem: problemOf(row) };
  return withAdjustments(line, adjustments);
}

function withAdjustments(
  line: Omit<PricedCartLine, 'adjustments' | 'total'>,
  adjustments: readonly PriceAdjustment[],
): PricedCartLine {
  const subtotal = lineTotal(line.unitPrice, line.row.quantity);
  const cut = cutToAmount(adjustments, subtotal);
  return { ...line, adjustments: cut, total: addMoney(subtotal, sumOfAdjustments(cut)) };
}

function unknownOwners(rows: readonly CartLineRow[], { optionOwners }: CartPricing): string[] {
  const owners = new Set(rows.flatMap(({ options }) => Object.keys(options).map(ownerOfOption)));
  return [...owners].filter((owner) => !optionOwners.includes(owner));
}

const withoutLine = ({ line: _, ...adjustment }: AdjustedAmount): PriceAdjustment => adjustment;

/** The lines with their adjustments, and those of the whole cart. */
function adjustLines(
  lines: readonly PricedCartLine[],
  { userId, currency, pricing }: { userId: number; currency: Currency; pricing: CartPricing },
): { lines: readonly PricedCartLine[]; onCart: readonly PriceAdjustment[]; hasFailed: boolean } {
  if (!pricing.adjust) return { lines, onCart: NO_ADJUSTMENTS, hasFailed: false };
  const amounts = pricing.adjust({
    customerId: userId,
    lines: lines.map(({ row, unitPrice: price, total, options }) => ({
      productId: row.product_id,
      variantId: row.variant_id,
      sku: row.sku,
      quantity: row.quantity,
      unitPrice: price,
      total,
      custom: row.custom,
      options,
    })),
    subtotal: addMoney(...lines.map(({ total }) => total)),
    currency: paymentCurrency(currency),
  });
  if (!amounts?.length) return { lines, onCart: NO_ADJUSTMENTS, hasFailed: amounts === undefined };
  const ofLine = (index: number) => amounts.filter(({ line }) => line === index).map(withoutLine);
  return {
    lines: lines.map((line, index) => withAdjustments(line, [...line.adjustments, ...ofLine(index)])),
    onCart: amounts.filter(({ line }) => line === undefined).map(withoutLine),
    hasFailed: false,
  };
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

interface CouponContext {
  readonly subtotal: number;
  readonly now: Date;
  readonly currency: Currency;
}

function couponProblem(row: CouponRow, { subtotal, now, currency }: CouponContext): string | null {
  const use = { subtotal, now, timesUsed: row.times_used, timesUsedByCustomer: row.used_by_customer };
  const coupon = couponOf(row);
  const refusal = couponRefusal(coupon, use);
  return refusal === undefined ? null : explainCouponRefusal(refusal, coupon, currency);
}

interface PricingContext {
  readonly now: Date;
  /** The shop's currency, for the coupon's minimum. */
  readonly currency: Currency;
  /** Loaded before any transaction. */
  readonly pricing: CartPricing;
}

/** The cart with current prices, stock and coupon: for the cart page and for freezing a checkout. */
export async function readCart(db: Handle, userId: number, context: PricingContext): Promise<PricedCart> {
  return priceCart(db, userId, await readCartLineRows(db, [userId]), context);
}

/** Reads carts like {@link readCart}, batched over concurrent requests. */
export type CartReader = (userId: number, context: PricingContext) => Promise<PricedCart>;

export function createCartReader(db: Database): CartReader {
  const linesByUser = createBatchedReader(
    async (userIds: number[]) => [...Map.groupBy(await readCartLineRows(db, userIds), (row) => row.user_id)],
    ([userId]) => userId,
  );
  return async (userId, context) => {
    const [, rows = []] = (await linesByUser.read([userId])).get(userId) ?? [];
    return priceCart(db, userId, rows, context);
  };
}

/**
 * Reads the carts of several customers in one statement. Carts that need another statement are left out: empty ones, and
 * those with a coupon.
 * @param customers what each is priced with, by user id.
 */
export async function readPlainCarts(
  db: Handle,
  customers: ReadonlyMap<number, PricingContext>,
): Promise<Map<number, PricedCart>> {
  const rowsByUser = Map.groupBy(await readCartLineRows(db, [...customers.keys()]), (row) => row.user_id);
  const carts = new Map<number, PricedCart>();
  for (const [userId, context] of customers) {
    const rows = rowsByUser.get(userId);
    if (rows && !mayHaveCoupon(rows)) carts.set(userId, priceRows(userId, rows, undefined, context));
  }
  return carts;
}

/** Most carts have no coupon; their lines say so. */
const mayHaveCoupon = ([line]: readonly CartLineRow[]): boolean => !line || line.coupon_id !== null;

async function priceCart(
  db: Handle,
  userId: number,
  rows: readonly CartLineRow[],
  context: PricingContext,
): Promise<PricedCart> {
  const couponRow = mayHaveCoupon(rows) ? await readCartCouponRow(db, userId) : undefined;
  return priceRows(userId, rows, couponRow, context);
}

function priceRows(
  userId: number,
  rows: readonly CartLineRow[],
  couponRow: CouponRow | undefined,
  { now, currency, pricing }: PricingContext,
): PricedCart {
  const withOptions = rows.map((row) => priceLine(row, pricing));
  const { lines, onCart, hasFailed } = adjustLines(withOptions, { userId, currency, pricing });
  const { itemCount } = cartTotals(
    lines.map(({ row, unitPrice: price }) => ({ unitPrice: price, quantity: row.quantity })),
  );
  const subtotal = addMoney(...lines.map(({ total }) => total));
  const refusal = couponRow ? couponProblem(couponRow, { subtotal, now, currency }) : null;
  const discount = couponRow && refusal === null ? discountFor(couponRow, subtotal) : 0;
  const adjustments = cutToAmount(onCart, subtotal - discount);
  return {
    lines,
    itemCount,
    subtotal,
    discount,
    adjustments,
    total: subtotal - discount + sumOfAdjustments(adjustments),
    coupon: couponRow && { row: couponRow, refusal },
    pricing: { options: pricing.options, hasFailed: pricing.hasFailed || hasFailed },
    unknownOptionOwners: unknownOwners(rows, pricing),
  };
}
