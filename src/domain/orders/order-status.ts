import type { BadgeTone } from '../catalogue/badge-tone.ts';

/** Back-office §4, in the usual order. */
export const ORDER_STATUSES = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** A paid order starts as pending, with its payment completed. */
export const INITIAL_ORDER_STATUS: OrderStatus = 'pending';

/** Statuses in which a shopper can cancel; after shipping it is a return. */
export const SHOPPER_CANCELLABLE: readonly OrderStatus[] = ['pending', 'confirmed', 'processing'];

/** Counted as in transit on the overview (back-office §2, customer account area). */
export const IN_TRANSIT: OrderStatus = 'shipped';

export interface OrderChange {
  /** `return`: the units become available again. `take`: they are sold again, or the change is refused. */
  readonly stock: 'keep' | 'return' | 'take';
  /** `refund`: everything captured and not yet refunded is refunded. */
  readonly money: 'keep' | 'refund';
}

/** Whether the units of an order count as sold. */
const HAS_STOCK = {
  pending: true,
  confirmed: true,
  processing: true,
  shipped: true,
  delivered: true,
  cancelled: false,
} as const satisfies Record<OrderStatus, boolean>;

const NO_EFFECT: OrderChange = { stock: 'keep', money: 'keep' };
const CANCELLATION: OrderChange = { stock: 'return', money: 'refund' };
const REVIVAL: OrderChange = { stock: 'take', money: 'keep' };

/**
 * The effect of a status change on stock and money. An admin may set any status from any (back-office §2). An order
 * reopened from cancelled takes its stock again, but refunds are not reversed: only the customer can pay again. Setting
 * the current status has no effect.
 */
export function orderChange(from: OrderStatus, to: OrderStatus): OrderChange {
  if (HAS_STOCK[from] === HAS_STOCK[to]) return NO_EFFECT;
  return HAS_STOCK[to] ? REVIVAL : CANCELLATION;
}

/** What carriers report. */
export type ParcelStatus = Extract<OrderStatus, 'shipped' | 'delivered'>;

/**
 * The status of an order whose parcel has come this far. Updates can be late or repeated, so an order never moves back.
 * @returns undefined for a cancelled order: its units are sold again, and its customer has been refunded
 */
export function statusAfterUpdate(current: OrderStatus, reached: ParcelStatus): OrderStatus | undefined {
  if (current === 'cancelled') return undefined;
  return upcomingStatuses(current).includes(reached) ? reached : current;
}

/** Whether the order can still be sent to another address: until it is shipped. */
export function takesNewAddress(status: OrderStatus): boolean {
  return status !== 'cancelled' && upcomingStatuses(status).includes('shipped');
}

/** Whether the customer can cancel the order now. */
export function isCancellableByShopper(status: OrderStatus): boolean {
  return SHOPPER_CANCELLABLE.includes(status);
}

/** The statuses that an order has yet to reach, in order; none for a cancelled one. */
export function upcomingStatuses(status: OrderStatus): readonly OrderStatus[] {
  if (status === 'cancelled') return [];
  return ORDER_STATUSES.slice(ORDER_STATUSES.indexOf(status) + 1).filter((next) => next !== 'cancelled');
}

/** The status as a label: capitalised (back-office §4). */
export function orderStatusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

/** Back-office §2, dashboard: it also has a colour for `completed`, which is no status of this shop. */
const ADMIN_TONES: ReadonlyMap<string, BadgeTone> = new Map([
  ['delivered', 'success'],
  ['completed', 'success'],
  ['processing', 'warning'],
  ['shipped', 'warning'],
  ['pending', 'secondary'],
  ['confirmed', 'secondary'],
  ['cancelled', 'danger'],
]);

/** Back-office §4, customer order badges. */
const CUSTOMER_TONES: ReadonlyMap<string, BadgeTone> = new Map([
  ['pending', 'warning'],
  ['processing', 'info'],
  ['shipped', 'primary'],
  ['delivered', 'success'],
  ['cancelled', 'danger'],
]);

/** The tone of an order's badge in the back office; secondary for unknown statuses. */
export function adminOrderTone(status: string): BadgeTone {
  return ADMIN_TONES.get(status) ?? 'secondary';
}

/** The tone of an order's badge for its customer; secondary for others, including `confirmed`. */
export function customerOrderTone(status: string): BadgeTone {
  return CUSTOMER_TONES.get(status) ?? 'secondary';
}
