import { addMoney, type Cents, percentOf } from '#domain/money/money.ts';
import { DEFAULT_TAX_PERCENT, taxBasisPoints } from '#domain/money/tax.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { Random } from './random.ts';

export interface DemoStatusChange {
  status: OrderStatus;
  at: Date;
  by: 'shop' | 'admin' | 'customer';
  note?: string;
}

/** Progress of an order. */
export interface Fulfilment {
  /** All its statuses; the first is pending, the last the current one. */
  history: readonly DemoStatusChange[];
  /** Of a shipped parcel. */
  trackingNumber: string | undefined;
  /** Refund: all of a cancelled order, or price and tax of one unit of a delivered one. */
  refund: { amount: Cents; at: Date; reason: string } | undefined;
}

interface Course {
  random: Random;
  createdAt: Date;
  today: Date;
  total: Cents;
  lines: readonly { unitPrice: Cents }[];
  /** Neither cancelled nor late. */
  isSmooth: boolean;
}

const HOUR_MS = 60 * 60 * 1000;
const CANCELLED_SHARE = 0.055;
const RETURNED_SHARE = 0.025;
const LATE_SHARE = 0.04;

/** Simulates an order from its payment to today. */
export function fulfil({ random, createdAt, today, total, lines, isSmooth }: Course): Fulfilment {
  const isCancelled = random.chance(CANCELLED_SHARE) && !isSmooth;
  const isLate = random.chance(LATE_SHARE) && !isSmooth;
  const usual = usualCourse(random, createdAt, isLate);
  const planned = isCancelled ? cancelledCourse(random, usual) : usual;
  const trackingNumber = `1Z999AA1${String(random.whole(0, 9_999_999_999)).padStart(10, '0')}`;
  const isReturned = random.chance(RETURNED_SHARE);
  const returnedAfter = random.between(3, 14) * 24 * HOUR_MS;

  const history = planned.filter(({ at }) => at <= today);
  const last = history.at(-1) ?? startOf(createdAt);
  const hasLeft = history.some(({ status }) => status === 'shipped');
  const refund =
    last.status === 'cancelled'
      ? { amount: total, at: last.at, reason: 'Order cancelled' }
      : {
          amount: onePieceOf(lines, total),
          at: new Date(last.at.getTime() + returnedAfter),
          reason: 'One piece returned',
        };
  const isRefunded = last.status === 'cancelled' || (isReturned && last.status === 'delivered' && refund.at <= today);
  return {
    history,
    trackingNumber: hasLeft ? trackingNumber : undefined,
    refund: isRefunded ? refund : undefined,
  };
}

/** The most expensive line and its tax; at most what was paid. */
function onePieceOf(lines: readonly { unitPrice: Cents }[], total: Cents): Cents {
  const price = Math.max(...lines.map(({ unitPrice }) => unitPrice));
  return Math.min(total, addMoney(price, percentOf(price, taxBasisPoints(DEFAULT_TAX_PERCENT))));
}

function startOf(at: Date): DemoStatusChange {
  return { status: 'pending', at, by: 'shop' };
}

/** At most 65 hours to the carrier, and at least 56 more to the door, unless it is late. */
function usualCourse(random: Random, createdAt: Date, isLate: boolean): DemoStatusChange[] {
  const delay = isLate ? 2.5 : 1;
  const after = (from: Date, low: number, high: number) =>
    new Date(from.getTime() + random.between(low, high) * delay * HOUR_MS);
  const confirmed = after(createdAt, 0.4, 5);
  const processing = after(confirmed, 3, 20);
  const shipped = after(processing, 8, 40);
  const delivered = after(shipped, 56, 130);
  return [
    startOf(createdAt),
    { status: 'confirmed', at: confirmed, by: 'admin' },
    { status: 'processing', at: processing, by: 'admin' },
    { status: 'shipped', at: shipped, by: 'admin', note: 'Handed to the carrier.' },
    { status: 'delivered', at: delivered, by: 'admin' },
  ];
}

function cancelledCourse(random: Random, usual: readonly DemoStatusChange[]): DemoStatusChange[] {
  const reached = usual.slice(0, random.whole(1, 3));
  const since = reached.at(-1)?.at.getTime() ?? 0;
  const at = new Date(since + random.between(0.3, 2.5) * HOUR_MS);
  const byCustomer = random.chance(0.7);
  return [
    ...reached,
    {
      status: 'cancelled',
      at,
      by: byCustomer ? 'customer' : 'admin',
      note: byCustomer ? 'Cancelled by the customer.' : 'One of the pieces was damaged in the warehouse.',
    },
  ];
}
