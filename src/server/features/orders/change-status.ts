import { type OrderStatus, orderChange } from '#domain/orders/order-status.ts';
import type { ShopEvent } from '#domain/orders/shop-events.ts';
import { returnCouponUse, takeCouponUseAgain } from '#server/features/coupons/index.ts';
import { recordEvents } from '#server/features/events/index.ts';
import { findPaymentOfOrder, requestRefund } from '#server/features/payments/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { orderPayments } from './order-payments.store.ts';
import { type LeftOver, returnStock, takeStockAgain } from './order-stock.store.ts';
import { insertStatusChange, type LockedOrder, setStatus } from './orders.store.ts';

export interface StatusChange {
  readonly to: OrderStatus;
  /** Null: the shop itself. */
  readonly actorId: number | null;
  readonly by: 'customer' | 'merchant';
  readonly note: string | null;
  /** After the change. */
  readonly trackingNumber: string | null;
  /** Description of the tracking number change, for the history. */
  readonly tracking?: string | undefined;
  readonly at: Date;
}

const TAKEN_AGAIN = 'Stock taken again. Refunds are not reversed.';

/**
 * Changes the status of a locked order and keeps stock and money consistent. Cancelling returns its units, sets
 * captured money aside for a refund and releases the coupon use (units of deleted products have no stock row: the
 * order's history tells the merchant). Reopening takes units and coupon use again; refunds are not reversed.
 * @returns the id of the refund to perform after the commit, if any.
 * @throws Refusal `stock.insufficient`.
 */
export async function changeStatus(
  tx: Transaction,
  order: Pick<LockedOrder, 'id' | 'status' | 'order_number'>,
  change: StatusChange,
): Promise<number | undefined> {
  const { to, actorId, note, tracking, at } = change;
  const { stock, money } = orderChange(order.status, to);
  const payment = money === 'refund' ? await findPaymentOfOrder(tx, order.id) : undefined;
  const reason = `Order ${order.order_number} cancelled`;
  const refundId =
    payment && (await requestRefund(tx, orderPayments, { payment, amount: 'rest', reason, requestedBy: actorId, at }));
  const leftOver = stock === 'return' ? await returnStock(tx, order.id) : [];
  if (stock === 'take') {
    const missing = await takeStockAgain(tx, order.id);
    if (missing !== undefined) {
      throw new Refusal('stock.insufficient', { message: `There is not enough stock left of ${missing}.` });
    }
    await takeCouponUseAgain(tx, order.id);
  } else if (stock === 'return') {
    await returnCouponUse(tx, order.id);
  }
  await setStatus(tx, order.id, to, at);
  await insertStatusChange(tx, {
    order_id: order.id,
    from_status: order.status,
    to_status: to,
    actor_id: actorId,
    note:
      [note ?? (stock === 'take' ? TAKEN_AGAIN : ''), tracking, ...leftOver.map(leftOverNote)]
        .filter(Boolean)
        .join('\n') || null,
    created_at: at,
  });
  await recordEvents(tx, eventsOf(order, change), at);
  return refundId;
}

function eventsOf(
  { id: orderId, order_number: orderNumber, status }: Pick<LockedOrder, 'id' | 'status' | 'order_number'>,
  { to, by, trackingNumber }: StatusChange,
): ShopEvent[] {
  const order = { orderId, orderNumber };
  const changed: ShopEvent = { type: 'order.status_changed', payload: { ...order, from: status, to } };
  if (to === 'cancelled') return [changed, { type: 'order.cancelled', payload: { ...order, cancelledBy: by } }];
  if (to === 'shipped') return [changed, { type: 'shipment.created', payload: { ...order, trackingNumber } }];
  if (to === 'delivered') return [changed, { type: 'order.delivered', payload: order }];
  return [changed];
}

function leftOverNote({ name, quantity }: LeftOver): string {
  return `Not returned to stock: ${quantity} × ${name}, which the shop no longer has.`;
}
