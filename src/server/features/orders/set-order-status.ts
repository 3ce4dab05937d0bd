import { z } from 'zod';
import type { KeptAddress } from '#contract/storefront/shipping-address.ts';
import { isAnonymousEmail } from '#domain/accounts/anonymous-email.ts';
import { refundable } from '#domain/checkout/refund.ts';
import { parseCurrency } from '#domain/money/currency.ts';
import { type Cents, formatDecimal } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { type OrderStatus, orderChange, orderStatusLabel } from '#domain/orders/order-status.ts';
import { recordEvents } from '#server/features/events/index.ts';
import { deliverSoon } from '#server/features/mail/index.ts';
import { wantsOrderMails } from '#server/features/notifications/index.ts';
import { findPaymentOfOrder, performRefund } from '#server/features/payments/index.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { recordOutcome } from '#server/platform/http/idempotency/outcomes.store.ts';
import { isCommitted, unlessCommitted } from '#server/platform/http/idempotency/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { differences } from './change-address.ts';
import { changeStatus } from './change-status.ts';
import { mailOrderCancelled, mailOrderShipped, mailTrackingNumber } from './order-mails.ts';
import { type OrderServices, readShopFacts, type ShopFacts } from './order-services.ts';
import { insertStatusChange, type LockedOrder, lockOrder, setTrackingNumber } from './orders.store.ts';

export interface StatusInput {
  readonly status: OrderStatus;
  /** The status that the admin saw; undefined: any. */
  readonly statusSeen: OrderStatus | undefined;
  /** The shipping address that the admin saw; undefined: any. */
  readonly addressSeen: KeptAddress | undefined;
  /** The refund amount that the admin saw, such as `46.00`; undefined: whatever is left. */
  readonly refundableSeen: string | undefined;
  /** Undefined: unchanged. Null: removed. */
  readonly trackingNumber: string | null | undefined;
  /** The value that the admin saw; undefined: any. */
  readonly trackingNumberSeen: string | null | undefined;
  readonly note: string | null;
}

/** What a request did, for its success message. */
const doneToOrder = z
  .object({
    isStatusChanged: z.boolean(),
    tracking: z.enum(['kept', 'saved', 'mailed', 'removed']),
    isNoteAdded: z.boolean(),
  })
  .readonly();
export type DoneToOrder = z.infer<typeof doneToOrder>;

/** What was done, and the refund to perform after the commit. */
const applied = z.object({ done: doneToOrder, refundId: z.int().optional() });
type AppliedStatus = z.infer<typeof applied>;

const NOTHING_DONE: DoneToOrder = { isStatusChanged: false, tracking: 'kept', isNoteAdded: false };

/**
 * Sets an order to any status, with the effects on stock and money. With the current status, only tracking number and
 * note are applied. A tracking number of a shipped order is mailed to the customer, once per change.
 * @throws Refusal `order.not_found`, `order.changed`, `stock.insufficient`.
 */
export async function setOrderStatus(
  services: OrderServices,
  orderId: number,
  wanted: StatusInput,
  by: AuditContext,
): Promise<DoneToOrder> {
  const { db, now, jobs } = services;
  const { write } = by.request;
  const shop = await readShopFacts(services);
  const apply = async (tx: Transaction) => {
    const order = await lockOrder(tx, { id: orderId }, undefined);
    if (!order) throw new Refusal('order.not_found');
    refuseIfChanged(order, wanted);
    const { status, refundableSeen } = wanted;
    // The cancellation would refund a different amount than the admin confirmed.
    const refunds = orderChange(order.status, status).money === 'refund';
    if (refundableSeen !== undefined && refunds) await refuseIfRefundableChanged(tx, order, refundableSeen);
    const outcome = await applyWanted(tx, order, wanted, by, shop, now());
    await recordOutcome(tx, write, outcome);
    return outcome;
  };
  const { refundId, done } = await unlessCommitted(write, applied, () => inTransaction(db, apply));
  if (refundId !== undefined) await performRefund(services, refundId, { isFirstTry: !isCommitted(write) });
  deliverSoon(jobs);
  return done;
}

/**
 * A stale list must not ship an order that its customer has cancelled and been refunded for, or whose address has changed since
 * the parcel was labelled.
 */
function refuseIfChanged(order: LockedOrder, wanted: StatusInput): void {
  const { status, tracking_number: tracking } = order;
  if (isOvertaken(status, wanted.statusSeen, wanted.status)) {
    refuseStale(order, `is now ${orderStatusLabel(status).toLowerCase()}`);
  }
  const { shipping_address: address } = order;
  if (wanted.addressSeen && wanted.status !== status && differences(address, wanted.addressSeen).length > 0) {
    refuseStale(order, 'now has another shipping address');
  }
  if (wanted.trackingNumber !== undefined && isOvertaken(tracking, wanted.trackingNumberSeen, wanted.trackingNumber)) {
    refuseStale(
      order,
      tracking === null ? 'no longer has a tracking number' : `now has the tracking number ${tracking}`,
    );
  }
}

/** @throws Refusal `order.changed` if the order was refunded meanwhile. */
export async function refuseIfRefundableChanged(
  tx: Transaction,
  order: LockedOrder,
  refundableSeen: string,
): Promise<void> {
  const left = await readRefundable(tx, order.id);
  if (formatDecimal(left) === refundableSeen) return;
  refuseStale(order, `now has ${formatMoney(left, parseCurrency(order.currency))} left to refund`);
}

async function readRefundable(tx: Transaction, orderId: number): Promise<Cents> {
  const payment = await findPaymentOfOrder(tx, orderId);
  return payment ? refundable({ captured: payment.captured_cents, refunded: payment.refunded_cents }) : 0;
}

/** Repeating a completed change is harmless. */
function isOvertaken<T>(now: T, seen: T | undefined, wanted: T): boolean {
  return seen !== undefined && seen !== now && wanted !== now;
}

function refuseStale(order: LockedOrder, state: string): never {
  const message = `Order ${order.order_number} ${state}. Please look at it again.`;
  throw new Refusal('order.changed', { message });
}

async function applyWanted(
  tx: Transaction,
  order: LockedOrder,
  { status, trackingNumber = order.tracking_number, note }: StatusInput,
  { actor, request }: AuditContext,
  shop: ShopFacts,
  at: Date,
): Promise<AppliedStatus> {
  const isOther = status !== order.status;
  const isTracked = trackingNumber !== order.tracking_number;
  if (!isOther && !isTracked && note === null) return { done: NOTHING_DONE };
  if (isTracked) await setTrackingNumber(tx, order.id, trackingNumber, at);
  const left = await readRefundable(tx, order.id);
  const tracking = isTracked ? trackingNote(order.tracking_number, trackingNumber) : undefined;
  const by = 'merchant' as const;
  const change = { to: status, actorId: actor.userId, by, note, trackingNumber, tracking, at };
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
  if (isTracked && !isOther && status === 'shipped') {
    const payload = { orderId: order.id, orderNumber: order.order_number, trackingNumber };
    await recordEvents(tx, [{ type: 'shipment.updated', payload }], at);
  }
  if (isOther && status === 'cancelled') {
    await mailOrderCancelled(tx, order, { refunded: left, shop, at });
  }
  const isMailed = await mailParcel(tx, order, { status, trackingNumber }, shop, at);
  return {
    refundId,
    done: {
      isStatusChanged: isOther,
      tracking: isTracked ? outcomeOf(trackingNumber, isMailed) : 'kept',
      isNoteAdded: note !== null,
    },
  };
}

/**
 * Mails the shipping notice, or a tracking number added or changed later.
 * @returns whether there was a mail that the customer wants.
 */
async function mailParcel(
  tx: Transaction,
  order: LockedOrder,
  { status, trackingNumber }: { readonly status: OrderStatus; readonly trackingNumber: string | null },
  shop: ShopFacts,
  at: Date,
): Promise<boolean> {
  if (status !== 'shipped') return false;
  const hasJustLeft = order.status !== 'shipped';
  const number = trackingNumber === order.tracking_number ? null : trackingNumber;
  if (!hasJustLeft && number === null) return false;
  if (isAnonymousEmail(order.customer_email) || !(await wantsOrderMails(tx, order.user_id))) return false;
  if (hasJustLeft) await mailOrderShipped(tx, order, { trackingNumber, shop, at });
  else if (number !== null) {
    const isReplaced = order.tracking_number !== null;
    await mailTrackingNumber(tx, order, { trackingNumber: number, isReplaced, shop, at });
  }
  return true;
}

function trackingNote(before: string | null, after: string | null): string {
  if (after === null) return `Tracking number ${before} removed`;
  return before === null ? `Tracking number ${after} added` : `Tracking number changed from ${before} to ${after}`;
}

function outcomeOf(trackingNumber: string | null, isMailed: boolean): DoneToOrder['tracking'] {
  if (trackingNumber === null) return 'removed';
  return isMailed ? 'mailed' : 'saved';
}

async function noteOnly(
  tx: Transaction,
  order: LockedOrder,
  {
    to,
    actorId,
    note,
    tracking,
    at,
  }: {
    readonly to: OrderStatus;
    readonly actorId: number;
    readonly note: string | null;
    readonly tracking: string | undefined;
    readonly at: Date;
  },
): Promise<undefined> {
  await insertStatusChange(tx, {
    order_id: order.id,
    from_status: order.status,
    to_status: to,
    actor_id: actorId,
    note: [note, tracking].filter(Boolean).join('\n'),
    created_at: at,
  });
}
