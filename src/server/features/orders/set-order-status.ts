import { parseCurrency } from '#domain/currency.ts';
import { type Cents, formatDecimal } from '#domain/money.ts';
import { formatMoney } from '#domain/money-format.ts';
import { type OrderStatus, orderChange, orderStatusLabel } from '#domain/order-status.ts';
import { refundable } from '#domain/refund.ts';
import { deliverSoon } from '#server/features/mail/index.ts';
import { wantsOrderMails } from '#server/features/notifications/index.ts';
import { findPaymentOfOrder, performRefund } from '#server/features/payments/index.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { changeStatus } from './change-status.ts';
import { mailOrderCancelled, mailOrderShipped } from './order-mails.ts';
import { type OrderServices, readShopFacts, type ShopFacts } from './order-services.ts';
import { insertStatusChange, type LockedOrder, lockOrder, setTrackingNumber } from './orders.store.ts';

export interface WantedStatus {
  readonly status: OrderStatus;
  /** What the admin took it for; undefined: whatever it is. */
  readonly statusSeen: OrderStatus | undefined;
  /** What the admin was told would be refunded, such as `46.00`; undefined: whatever is left. */
  readonly refundableSeen: string | undefined;
  /** Undefined: stays as it is. Null: taken off. */
  readonly trackingNumber: string | null | undefined;
  /** What the admin took it for; undefined: whatever it is. */
  readonly trackingNumberSeen: string | null | undefined;
  readonly note: string | null;
}

interface By {
  readonly actor: Caller;
  readonly request: RequestFacts;
}

/**
 * Sets an order to any status, with what follows for stock and money. The status it has already: only the tracking
 * number and the note are taken over.
 * @throws Refusal `order.not_found`, `order.changed`, `stock.insufficient`.
 */
export async function setOrderStatus(
  services: OrderServices,
  orderId: number,
  wanted: WantedStatus,
  by: By,
): Promise<void> {
  const { db, now, jobs } = services;
  const shop = await readShopFacts(services);
  const refundId = await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, { id: orderId }, undefined);
    if (!order) throw new Refusal('order.not_found');
    refuseIfChanged(order, wanted);
    await refuseIfOtherSum(tx, order, wanted);
    return applyWanted(tx, order, wanted, by, shop, now());
  });
  if (refundId !== undefined) await performRefund(services, refundId, { isFirstTry: true });
  await deliverSoon(jobs);
}

/** Nobody ships what the customer has cancelled and got back the money for, only because the list was older than that. */
function refuseIfChanged(order: LockedOrder, wanted: WantedStatus): void {
  const { status, tracking_number: tracking } = order;
  if (isOvertaken(status, wanted.statusSeen, wanted.status)) {
    refuseAs(order, `is ${orderStatusLabel(status).toLowerCase()} meanwhile`);
  }
  if (wanted.trackingNumber !== undefined && isOvertaken(tracking, wanted.trackingNumberSeen, wanted.trackingNumber)) {
    refuseAs(
      order,
      tracking === null ? 'has no tracking number any more' : `has the tracking number ${tracking} meanwhile`,
    );
  }
}

/** Of an order that was refunded in part meanwhile, another sum goes back than the admin agreed to. */
async function refuseIfOtherSum(
  tx: Transaction,
  order: LockedOrder,
  { status, refundableSeen }: WantedStatus,
): Promise<void> {
  if (refundableSeen === undefined || orderChange(order.status, status).money !== 'refund') return;
  const left = await readRefundable(tx, order.id);
  if (formatDecimal(left) === refundableSeen) return;
  refuseAs(order, `has ${formatMoney(left, parseCurrency(order.currency))} left to refund meanwhile`);
}

async function readRefundable(tx: Transaction, orderId: number): Promise<Cents> {
  const payment = await findPaymentOfOrder(tx, orderId);
  return payment ? refundable({ captured: payment.captured_cents, refunded: payment.refunded_cents }) : 0;
}

/** What is wanted is so already: then nobody loses anything. */
function isOvertaken<T>(now: T, seen: T | undefined, wanted: T): boolean {
  return seen !== undefined && seen !== now && wanted !== now;
}

function refuseAs(order: LockedOrder, state: string): never {
  const message = `Order ${order.order_number} ${state}. Please look at it again.`;
  throw new Refusal('order.changed', { message });
}

async function applyWanted(
  tx: Transaction,
  order: LockedOrder,
  { status, trackingNumber = order.tracking_number, note }: WantedStatus,
  { actor, request }: By,
  shop: ShopFacts,
  at: Date,
): Promise<number | undefined> {
  const isOther = status !== order.status;
  if (trackingNumber !== order.tracking_number) await setTrackingNumber(tx, order.id, trackingNumber, at);
  else if (!isOther && note === null) return undefined;
  const left = await readRefundable(tx, order.id);
  const change = { to: status, actorId: actor.userId, note, at };
  const refundId = isOther ? await changeStatus(tx, order, change) : await noteOnly(tx, order, change);
  await recordAudit(tx, {
    actor,
    request,
    action: 'order.status',
    entity: 'order',
    entityId: String(order.id),
    before: { status: order.status, tracking_number: order.tracking_number },
    after: { status, tracking_number: trackingNumber, note },
    at,
  });
  if (isOther && status === 'shipped' && (await wantsOrderMails(tx, order.user_id))) {
    await mailOrderShipped(tx, order, { trackingNumber, shop, at });
  }
  if (isOther && status === 'cancelled') {
    await mailOrderCancelled(tx, order, { refunded: left, shop, at });
  }
  return refundId;
}

async function noteOnly(
  tx: Transaction,
  order: LockedOrder,
  { to, actorId, note, at }: { to: OrderStatus; actorId: number; note: string | null; at: Date },
): Promise<undefined> {
  if (note === null) return;
  await insertStatusChange(tx, {
    order_id: order.id,
    from_status: order.status,
    to_status: to,
    actor_id: actorId,
    note,
    created_at: at,
  });
}
