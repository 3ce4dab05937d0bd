import { type CheckoutTotals, checkoutTotals, unitPrice } from '#domain/cart-totals.ts';
import { discountFor } from '#domain/discount.ts';
import type { OrderStatus } from '#domain/order-status.ts';
import type { DemoProduct, DemoVariant } from './catalogue/product.ts';
import type { DemoCustomer } from './customers.ts';
import { type Random, seededRandom } from './random.ts';

export interface DemoOrderLine {
  readonly product: DemoProduct;
  readonly variant: DemoVariant | undefined;
  /** Cents. */
  readonly unitPrice: number;
  readonly quantity: number;
}

export interface DemoOrder {
  readonly customer: DemoCustomer;
  readonly placedAt: Date;
  readonly lines: readonly DemoOrderLine[];
  readonly totals: CheckoutTotals;
  readonly coupon: 'WELCOME10' | 'SAVE20' | undefined;
  /** Every status it has had, with its moment; the first is pending. */
  readonly history: readonly { readonly status: OrderStatus; readonly at: Date }[];
  readonly trackingNumber: string | undefined;
}

export interface HistoryPlan {
  readonly customers: readonly DemoCustomer[];
  readonly products: readonly DemoProduct[];
  readonly seed: number;
  /** The last moment of the history. */
  readonly today: Date;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 365;
/** Orders on an average day at the end of the year; the shop began with a third of it. */
const ORDERS_A_DAY = 3.4;
const CANCELLED_SHARE = 0.05;
/** Sunday to Saturday: people buy when they are at home. */
const WEEKDAYS = [1.25, 0.95, 0.85, 0.85, 0.9, 1.0, 1.2];
/** January to December. */
const MONTHS = [0.8, 0.85, 0.9, 0.95, 1.0, 1.0, 0.9, 0.9, 1.0, 1.05, 1.45, 1.6];
/** How many different things an order has. */
const LINES = [1, 1, 1, 2, 2, 3, 4, 5];
/** Days after the order by which it had usually come this far. */
const PACE: readonly { readonly status: OrderStatus; readonly days: readonly [number, number] }[] = [
  { status: 'confirmed', days: [0.05, 0.4] },
  { status: 'processing', days: [0.4, 1.2] },
  { status: 'shipped', days: [1.2, 2.5] },
  { status: 'delivered', days: [4, 7] },
];

function ordersOn(day: Date, daysAgo: number, random: Random): number {
  const growth = 1 / 3 + (2 / 3) * (1 - daysAgo / DAYS);
  const rhythm = (WEEKDAYS[day.getUTCDay()] ?? 1) * (MONTHS[day.getUTCMonth()] ?? 1);
  const expected = ORDERS_A_DAY * growth * rhythm;
  return Math.floor(expected * (0.5 + random.next()) + random.next());
}

function chooseLines(products: readonly DemoProduct[], random: Random): DemoOrderLine[] {
  const wanted = LINES[random.between(0, LINES.length - 1)] ?? 1;
  const chosen = new Set<DemoProduct>();
  // What is well reviewed and cheap sells more often.
  const popularity = (product: DemoProduct) => (5 + product.reviewCount) / Math.sqrt(product.priceCents);
  while (chosen.size < wanted) chosen.add(random.weighted(products, popularity));
  return [...chosen].map((product) => {
    const { variants } = product;
    const variant = variants?.[random.between(0, variants.length - 1)];
    return {
      product,
      variant,
      unitPrice: unitPrice({
        price: product.priceCents,
        salePrice: product.salePriceCents,
        priceModifier: variant?.priceModifierCents,
      }),
      quantity: random.next() < 0.82 ? 1 : random.between(2, 3),
    };
  });
}

function historyOf(placedAt: Date, today: Date, random: Random): DemoOrder['history'] {
  const history: { status: OrderStatus; at: Date }[] = [{ status: 'pending', at: placedAt }];
  const isCancelled = random.next() < CANCELLED_SHARE;
  const add = (status: OrderStatus, days: number): boolean => {
    const at = new Date(placedAt.getTime() + days * DAY_MS);
    if (at > today) return false;
    history.push({ status, at });
    return true;
  };
  if (isCancelled) {
    add('cancelled', 0.2 + random.next());
    return history;
  }
  for (const { status, days } of PACE) {
    if (!add(status, days[0] + random.next() * (days[1] - days[0]))) break;
  }
  return history;
}

function couponFor(isFirst: boolean, subtotal: number, random: Random): DemoOrder['coupon'] {
  const chance = random.next();
  if (isFirst && chance < 0.3) return 'WELCOME10';
  return subtotal >= 10_000 && chance < 0.12 ? 'SAVE20' : undefined;
}

const COUPONS = {
  WELCOME10: { kind: 'percentage', value: 1_000 },
  SAVE20: { kind: 'fixed', value: 2_000 },
} as const;

function createOrder(
  plan: HistoryPlan,
  customer: DemoCustomer,
  placedAt: Date,
  isFirst: boolean,
  random: Random,
): DemoOrder {
  const lines = chooseLines(plan.products, random);
  const { subtotal } = checkoutTotals({ lines });
  const coupon = couponFor(isFirst, subtotal, random);
  const discountCents = coupon ? discountFor(COUPONS[coupon], subtotal) : 0;
  const history = historyOf(placedAt, plan.today, random);
  const isShipped = history.some(({ status }) => status === 'shipped');
  return {
    customer,
    placedAt,
    lines,
    totals: checkoutTotals({ lines, discountCents }),
    coupon,
    history,
    trackingNumber: isShipped ? `STOA${random.between(10_000_000, 99_999_999)}` : undefined,
  };
}

/**
 * A year of plausible orders, oldest first, ending at `today`: growing, with the rhythm of weeks and seasons, by customers
 * who had joined by then, of products that were for sale by then.
 */
export function generateOrders(plan: HistoryPlan): DemoOrder[] {
  const { customers, today, seed } = plan;
  const random = seededRandom(seed);
  const moments: Date[] = [];
  for (let daysAgo = DAYS - 1; daysAgo >= 0; daysAgo -= 1) {
    const end = today.getTime() - daysAgo * DAY_MS;
    const count = ordersOn(new Date(end), daysAgo, random);
    for (let index = 0; index < count; index += 1) moments.push(new Date(end - Math.floor(random.next() * DAY_MS)));
  }
  moments.sort((a, b) => a.getTime() - b.getTime());
  const bought = new Set<DemoCustomer>();
  return moments.map((placedAt) => {
    const daysAgo = (today.getTime() - placedAt.getTime()) / DAY_MS;
    const present = customers.filter((customer) => customer.joinedDaysAgo > daysAgo);
    const customer = random.weighted(present, ({ eagerness }) => eagerness);
    const products = plan.products.filter((product) => product.createdDaysAgo > daysAgo);
    const isFirst = !bought.has(customer);
    bought.add(customer);
    return createOrder(
      { ...plan, products: products.length > 0 ? products : plan.products },
      customer,
      placedAt,
      isFirst,
      random,
    );
  });
}
