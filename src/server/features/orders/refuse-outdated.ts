import type { KeptAddress } from '#contract/storefront/shipping-address.ts';
import { parseCurrency } from '#domain/money/currency.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { changedAddressParts } from '#domain/orders/changed-address-parts.ts';
import { type OrderStatus, orderStatusLabel } from '#domain/orders/order-status.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { LockedOrder } from './orders.store.ts';
import { readRefundable } from './read-refundable.ts';

/** What an admin sets, and what their page showed (`…Seen`). Undefined: not sent. */
interface SeenOrder {
  readonly status: OrderStatus;
  readonly statusSeen?: OrderStatus | undefined;
  readonly addressSeen?: KeptAddress | undefined;
  readonly trackingNumber: string | null | undefined;
  readonly trackingNumberSeen?: string | null | undefined;
}

/**
 * A stale list must not ship an order that its customer has cancelled and been refunded for, or whose address has changed since
 * the parcel was labelled.
 * @throws Refusal `order.changed`.
 */
export function refuseIfOrderChanged(order: LockedOrder, wanted: SeenOrder): void {
  const { status, tracking_number: tracking, shipping_address: address } = order;
  if (isOutdated(status, wanted.statusSeen, wanted.status)) {
    throw orderChanged(order, `is now ${orderStatusLabel(status).toLowerCase()}`);
  }
  if (wanted.addressSeen && wanted.status !== status && changedAddressParts(address, wanted.addressSeen).length > 0) {
    throw orderChanged(order, 'now has another shipping address');
  }
  if (wanted.trackingNumber !== undefined && isOutdated(tracking, wanted.trackingNumberSeen, wanted.trackingNumber)) {
    const state = tracking === null ? 'no longer has a tracking number' : `now has the tracking number ${tracking}`;
    throw orderChanged(order, state);
  }
}

/**
 * @param refundableSeen the refundable amount that the admin saw, such as `46.00`; undefined: not checked.
 * @throws Refusal `order.changed` if the order was refunded meanwhile.
 */
export async function refuseIfRefundableChanged(
  tx: Transaction,
  order: LockedOrder,
  refundableSeen: string | undefined,
): Promise<void> {
  if (refundableSeen === undefined) return;
  const left = await readRefundable(tx, order.id);
  if (formatDecimal(left) === refundableSeen) return;
  throw orderChanged(order, `now has ${formatMoney(left, parseCurrency(order.currency))} left to refund`);
}

/** Repeating a completed change is harmless. */
function isOutdated<T>(current: T, seen: T | undefined, wanted: T): boolean {
  return seen !== undefined && seen !== current && wanted !== current;
}

function orderChanged({ order_number: number }: LockedOrder, state: string): Refusal {
  return new Refusal('order.changed', { message: `Order ${number} ${state}. Please look at it again.` });
}
