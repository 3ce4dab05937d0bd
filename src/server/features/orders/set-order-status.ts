import { z } from 'zod';
import type { KeptAddress } from '#contract/storefront/shipping-address.ts';
import { type OrderStatus, orderChange } from '#domain/orders/order-status.ts';
import { recordEvents } from '#server/features/events/index.ts';
import { deliverSoon } from '#server/features/mail/index.ts';
import { performRefund } from '#server/features/payments/index.ts';
import { type AuditedChange, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { recordOutcome } from '#server/platform/http/idempotency/outcomes.store.ts';
import { isCommitted, unlessCommitted } from '#server/platform/http/idempotency/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { changeStatus, type StatusChange } from './change-status.ts';
import { mailParcel } from './mail-parcel.ts';
import { mailOrderCancelled } from './order-mails.ts';
import { type OrderServices, readShopFacts, type ShopFacts } from './order-services.ts';
import { insertStatusChange, type LockedOrder, lockOrder, setTrackingNumber } from './orders.store.ts';
import { refuseIfOrderChanged, refuseIfRefundableChanged } from './refuse-outdated.ts';

export interface StatusInput {
  readonly status: OrderStatus;
  /** The status that the admin saw; undefined: any. */
  readonly statusSeen?: OrderStatus | undefined;
  /** The shipping address that the admin saw; undefined: any. */
  readonly addressSeen?: KeptAddress | undefined;
  /** The refund amount that the admin saw, such as `46.00`; undefined: whatever is left. */
  readonly refundableSeen?: string | undefined;
  /** Undefined: unchanged. Null: removed. */
  readonly trackingNumber: string | null | undefined;
  /** The value that the admin saw; undefined: any. */
  readonly trackingNumberSeen?: string | null | undefined;
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

/** Who changes an order: an admin with the request, or a plug-in. */
export interface StatusActor {
  readonly actor: AuditedChange['actor'];
  readonly request: AuditedChange['request'] & Pick<RequestFacts, 'write'>;
}

interface StatusUpdate {
  /** Before the change. */
  readonly order: LockedOrder;
  readonly wanted: StatusInput;
  readonly by: StatusActor;
  readonly shop: ShopFacts;
  readonly at: Date;
}

/**
 * Sets an order to any status, with the effects on stock and money. With the current status, only tracking number and
 * note are applied. A tracking number of a shipped order is mailed to the customer, once per change.
 * @param input what is wanted, or what follows from the locked order
 * @throws Refusal `order.not_found`, `order.changed`, `stock.insufficient`.
 */
export async function setOrderStatus(
  services: OrderServices,
  orderId: number,
  input: StatusInput | ((order: LockedOrder, tx: Transaction) => Promise<StatusInput>),
  by: StatusActor,
): Promise<DoneToOrder> {
  const { db, now, jobs } = services;
  const { write } = by.request;
  const shop = await readShopFacts(services);
  const set = async (tx: Transaction) => {
    const order = await lockOrder(tx, { id: orderId }, 'anyone');
    if (!order) throw new Refusal('order.not_found');
    const wanted = typeof input === 'function' ? await input(order, tx) : input;
    refuseIfOrderChanged(order, wanted);
    // The cancellation would refund a different amount than the admin confirmed.
    const isRefunded = orderChange(order.status, wanted.status).money === 'refund';
    if (isRefunded) await refuseIfRefundableChanged(tx, order, wanted.refundableSeen);
    const outcome = await applyUpdate(tx, { order, wanted, by, shop, at: now() });
    await recordOutcome(tx, write, outcome);
    return outcome;
  };
  const { refundId, done } = await unlessCommitted(write, applied, () => inTransaction(db, set));
  if (refundId !== undefined) await performRefund(services, refundId, { isFirstTry: !isCommitted(write) });
  deliverSoon(jobs);
  return done;
}

async function applyUpdate(tx: Transaction, { order, wanted, by, shop, at }: StatusUpdate): Promise<AppliedStatus> {
  const { status, trackingNumber = order.tracking_number, note } = wanted;
  const isStatusChanged = status !== order.status;
  const isTrackingChanged = trackingNumber !== order.tracking_number;
  if (!isStatusChanged && !isTrackingChanged && note === null) return { done: NOTHING_DONE };
  if (isTrackingChanged) await setTrackingNumber(tx, order.id, trackingNumber, at);
  const isCancelled = isStatusChanged && status === 'cancelled';
  const change: StatusChange = {
    to: status,
    actorId: by.actor.userId,
    by: 'merchant',
    note,
    trackingNumber,
    tracking: isTrackingChanged ? trackingNote(order.tracking_number, trackingNumber) : undefined,
    at,
  };
  const refundId = isStatusChanged ? await changeStatus(tx, order, change) : undefined;
  if (!isStatusChanged) await addHistoryNote(tx, order, change);
  await recordAudit(tx, {
    ...by,
    action: 'order.status',
    entity: 'order',
    entityId: String(order.id),
    before: { status: order.status, tracking_number: order.tracking_number },
    after: { status, tracking_number: trackingNumber, note },
    at,
  });
  if (isTrackingChanged && !isStatusChanged && status === 'shipped') {
    const payload = { orderId: order.id, orderNumber: order.order_number, trackingNumber };
    await recordEvents(tx, [{ type: 'shipment.updated', payload }], at);
  }
  if (isCancelled) await mailOrderCancelled(tx, order, { isRefunded: refundId !== undefined, shop, at });
  const isMailed = await mailParcel(tx, order, { status, trackingNumber }, { shop, at });
  const tracking = isTrackingChanged ? trackingOutcome(trackingNumber, isMailed) : 'kept';
  return { refundId, done: { isStatusChanged, tracking, isNoteAdded: note !== null } };
}

function trackingNote(before: string | null, after: string | null): string {
  if (after === null) return `Tracking number ${before} removed`;
  return before === null ? `Tracking number ${after} added` : `Tracking number changed from ${before} to ${after}`;
}

function trackingOutcome(trackingNumber: string | null, isMailed: boolean): DoneToOrder['tracking'] {
  if (trackingNumber === null) return 'removed';
  return isMailed ? 'mailed' : 'saved';
}

/** The history also shows notes and tracking numbers that come without a change of status. */
async function addHistoryNote(tx: Transaction, order: LockedOrder, change: StatusChange): Promise<void> {
  await insertStatusChange(tx, {
    order_id: order.id,
    from_status: order.status,
    to_status: order.status,
    actor_id: change.actorId,
    note: [change.note, change.tracking].filter(Boolean).join('\n'),
    created_at: change.at,
  });
}
