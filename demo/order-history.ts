import { type CheckoutTotals, cartTotals, checkoutTotals, unitPrice } from '#domain/cart/cart-totals.ts';
import { DEFAULT_SHIPPING_RULES } from '#domain/checkout/shipping.ts';
import { couponRefusal, discountFor } from '#domain/money/discount.ts';
import type { Cents } from '#domain/money/money.ts';
import { DEFAULT_TAX_PERCENT, taxBasisPoints } from '#domain/money/tax.ts';
import { type DemoProduct, type DemoVariant, stockOf } from './catalogue/product.ts';
import { companionsOf } from './companions.ts';
import { DEMO_COUPONS } from './coupons.ts';
import type { DemoCustomer } from './customers.ts';
import { type Fulfilment, fulfil } from './order-course.ts';
import { createRandom, type Random } from './random.ts';

/** The demo shop has the settings of a new one. */
export const DEMO_RATES = {
  taxBasisPoints: taxBasisPoints(DEFAULT_TAX_PERCENT),
  shippingCents: DEFAULT_SHIPPING_RULES.flat,
};

export interface DemoOrderLine {
  product: DemoProduct;
  variant: DemoVariant | undefined;
  /** As on the day, including variant and sale price. */
  unitPrice: Cents;
  quantity: number;
}

export interface DemoOrder extends Fulfilment {
  customer: DemoCustomer;
  placedAt: Date;
  lines: readonly DemoOrderLine[];
  totals: CheckoutTotals;
  coupon: string | undefined;
}

export interface OrderHistoryInput {
  /** The first is the demo shopper's account: it gets the newest order and one in transit. */
  customers: readonly DemoCustomer[];
  products: readonly DemoProduct[];
  seed: number;
  /** The end of the history. */
  today: Date;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HISTORY_DAYS = 365;
const EXPECTED_ORDERS = 900;
/** Deactivated accounts bought until then. */
const CLOSED_DAYS_AGO = 75;
/** Products that are out of stock now were available before. */
const SOLD_OUT_DAYS_AGO = 20;

/** From Sunday: more purchases on weekday evenings than on Saturdays. */
const WEEKDAY_RHYTHM = [1.12, 1.08, 1.02, 0.98, 0.97, 0.93, 0.9] as const;
/** From January: a quiet start, a busy November and December. */
const MONTH_RHYTHM = [0.82, 0.84, 0.92, 0.97, 1.02, 1, 0.94, 0.93, 1, 1.06, 1.28, 1.42] as const;
/** From midnight UTC; the customers live in America and Britain. */
const HOUR_RHYTHM = [6, 5, 5, 3, 2, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 7] as const;
const LINES_RHYTHM = [46, 29, 15, 7, 3] as const;
/** The probability that a further line is a product that goes with the first one. */
const COMPANION_CHANCE = 0.7;

/** Guarantees an order this many minutes before the end, so that the dashboard has recent activity. */
const JUST_NOW = [6, 41, 128, 305] as const;
/** When the first customer bought what is in transit now. */
const ON_ITS_WAY_MINUTES = 66 * 60;

/**
 * One year of orders up to today, oldest first: growing, with weekly and yearly patterns, totals by the shop's own
 * rules, and progress according to age. The same seed and day generate the same orders.
 */
export function generateOrders({ customers, products, seed, today }: OrderHistoryInput): DemoOrder[] {
  const random = createRandom(seed);
  const [first, ...others] = customers.filter(({ isAdmin }) => !isAdmin);
  if (!first) return [];
  const buyers = [first, ...others];
  const purchases = [
    ...momentsOf(random, today).map((at) => ({ at, customer: pickBuyer(random, buyers, at, today), isSmooth: false })),
    ...JUST_NOW.map((minutes, index) => {
      const at = minutesBefore(today, minutes);
      return { at, customer: index === 0 ? first : pickBuyer(random, buyers, at, today), isSmooth: false };
    }),
    { at: minutesBefore(today, ON_ITS_WAY_MINUTES), customer: first, isSmooth: true },
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());

  const sales = salesOf(random, products);
  const buyersSoFar = new Set<string>();
  return purchases.flatMap(({ at, customer, isSmooth }) => {
    if (!customer) return [];
    const isFirst = !buyersSoFar.has(customer.email);
    buyersSoFar.add(customer.email);
    const lines = pickLines(random, sales, at, today);
    const coupon = pickCoupon(random, lines, isFirst, at);
    const totals = checkoutTotals({ ...DEMO_RATES, lines, discountCents: coupon?.discount ?? 0 });
    const course = fulfil({ random, createdAt: at, today, total: totals.total, lines, isSmooth });
    return { customer, placedAt: at, lines, totals, coupon: coupon?.code, ...course };
  });
}

/** Purchase times between a year ago and today, denser towards the end. */
function momentsOf(random: Random, today: Date): Date[] {
  const days = Array.from(
    { length: HISTORY_DAYS + 1 },
    (_, ago) => new Date(startOfDay(today).getTime() - ago * DAY_MS),
  );
  const weights = days.map((day, ago) => dayWeight(day, ago));
  const unit = EXPECTED_ORDERS / weights.reduce((sum, weight) => sum + weight, 0);
  const earliest = today.getTime() - HISTORY_DAYS * DAY_MS;
  return days
    .flatMap((day, ago) =>
      Array.from({ length: poisson(random, (weights[ago] ?? 0) * unit) }, () => within(random, day)),
    )
    .filter((moment) => moment.getTime() >= earliest && moment < today);
}

function dayWeight(day: Date, ago: number): number {
  const growth = 1.45 - (0.9 * ago) / HISTORY_DAYS;
  return growth * (WEEKDAY_RHYTHM[day.getUTCDay()] ?? 1) * (MONTH_RHYTHM[day.getUTCMonth()] ?? 1);
}

function within(random: Random, day: Date): Date {
  const hour = random.pick([...HOUR_RHYTHM.keys()], (candidate) => HOUR_RHYTHM[candidate] ?? 0);
  const seconds = hour * 3600 + random.whole(0, 3599);
  return new Date(day.getTime() + seconds * 1000);
}

/** A Poisson-distributed number with mean `expected` (Knuth). */
function poisson(random: Random, expected: number): number {
  const limit = Math.exp(-expected);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count++;
  return count;
}

function pickBuyer(random: Random, buyers: readonly DemoCustomer[], at: Date, today: Date): DemoCustomer | undefined {
  const ago = daysBetween(at, today);
  const open = buyers.filter(
    ({ joinedDaysAgo, isActive }) => joinedDaysAgo >= ago && (isActive !== false || ago > CLOSED_DAYS_AGO),
  );
  return open.length > 0 ? random.pick(open, ({ eagerness }) => eagerness) : undefined;
}

interface Sale {
  product: DemoProduct;
  /** Days since the sale price applies. */
  onSaleDays: number;
  popularity: number;
}

function salesOf(random: Random, products: readonly DemoProduct[]): Sale[] {
  return products.map((product) => ({
    product,
    onSaleDays: random.whole(18, 80),
    // Products with many reviews sell often; expensive ones less often.
    popularity: (20 + product.reviewCount) ** 0.6 * (10_000 / product.priceCents) ** 0.35,
  }));
}

function pickLines(random: Random, sales: readonly Sale[], at: Date, today: Date): DemoOrderLine[] {
  const ago = daysBetween(at, today);
  const count = random.pick([...LINES_RHYTHM.keys()], (lines) => LINES_RHYTHM[lines] ?? 0) + 1;
  const left = sales.filter(
    ({ product }) => product.createdDaysAgo > ago && (stockOf(product) > 0 || ago > SOLD_OUT_DAYS_AGO),
  );
  const lines: DemoOrderLine[] = [];
  while (lines.length < count) {
    const companions = companionsOf(lines[0]?.product.slug);
    const fitting = left.filter(({ product }) => companions.includes(product.slug));
    const choice = fitting.length > 0 && random.chance(COMPANION_CHANCE) ? fitting : left;
    const sale = random.pick(choice, ({ popularity }) => popularity);
    left.splice(left.indexOf(sale), 1);
    lines.push(lineOf(random, sale, ago));
  }
  return lines;
}

function lineOf(random: Random, { product, onSaleDays }: Sale, ago: number): DemoOrderLine {
  const variant = product.variants && random.pick(product.variants, ({ stock }) => stock + 2);
  const price = unitPrice({
    price: product.priceCents,
    salePrice: ago <= onSaleDays ? product.salePriceCents : undefined,
    priceModifier: variant?.priceModifierCents,
  });
  return { product, variant, unitPrice: price, quantity: quantityOf(random, price) };
}

/** Nobody buys three beds; cups sell in twos and fours. */
function quantityOf(random: Random, price: Cents): number {
  if (price > 15_000 || !random.chance(price < 3_000 ? 0.32 : 0.15)) return 1;
  return random.pick([2, 3, 4, 6], (quantity) => 12 / quantity ** 2);
}

interface UsedCoupon {
  code: string;
  discount: Cents;
}

/** WELCOME10 with a first order, SAVE20 occasionally, within the coupons' own rules. */
function pickCoupon(
  random: Random,
  lines: readonly DemoOrderLine[],
  isFirst: boolean,
  now: Date,
): UsedCoupon | undefined {
  const { subtotal } = cartTotals(lines);
  const code = isFirst && random.chance(0.6) ? 'WELCOME10' : random.chance(0.12) ? 'SAVE20' : undefined;
  const coupon = DEMO_COUPONS.find((candidate) => candidate.code === code);
  if (!coupon) return undefined;
  const refusal = couponRefusal(
    {
      kind: coupon.kind,
      value: coupon.value,
      isActive: true,
      minimum: coupon.minimum_cents,
      startsAt: null,
      endsAt: null,
      usageLimit: null,
      usageLimitPerCustomer: coupon.usage_limit_per_customer,
    },
    { subtotal, now, timesUsed: 0, timesUsedByCustomer: 0 },
  );
  return refusal ? undefined : { code: coupon.code, discount: discountFor(coupon, subtotal) };
}

function startOfDay(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()));
}

function minutesBefore(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() - minutes * MINUTE_MS);
}

function daysBetween(earlier: Date, later: Date): number {
  return (later.getTime() - earlier.getTime()) / DAY_MS;
}
