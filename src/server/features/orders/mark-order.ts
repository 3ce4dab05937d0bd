import { z } from 'zod';
import { id, multiLine, singleLine } from '#contract/fields.ts';
import { ORDER_LIMITS } from '#domain/form-limits.ts';
import { orderStatusLabel, type ParcelStatus, statusAfterUpdate } from '#domain/orders/order-status.ts';
import { type AuditContext, wasReplaced } from '#server/platform/audit/audit.store.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldMessage } from '#server/platform/http/requests/field-message.ts';
import { fieldErrors } from '#server/platform/http/requests/validation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { OrderServices } from './order-services.ts';
import type { LockedOrder } from './orders.store.ts';
import { type StatusInput, setOrderStatus } from './set-order-status.ts';

const parcelUpdate = z.object({
  orderId: id,
  trackingNumber: singleLine(1, ORDER_LIMITS.trackingNumber).optional(),
  note: multiLine(1, ORDER_LIMITS.note).optional(),
});

/** What is known about the parcel of an order. */
export interface ParcelUpdate {
  /** Omitted: unchanged. The order's page links to the carrier that uses such numbers. */
  readonly trackingNumber?: string | undefined;
  /** For the order's history in the back office; customers do not see it. */
  readonly note?: string | undefined;
  /** The admin at whose request this happens. Omitted: the plug-in itself is named in the audit log. */
  readonly by?: AuditContext | undefined;
}

/** The orders of the shop, for a plug-in. */
export interface PluginOrders {
  /**
   * Marks an order as shipped, as an admin does: with history, audit log, events, and the mails that the customer wants. An order that
   * has already been shipped or delivered stays as it is, apart from a new tracking number. A number that has since been replaced or
   * removed is not new, so repeating the call changes nothing. It is a transaction of its own: do not call it within `transaction`.
   * @throws a refusal: `order.not_found`, `order.changed` for a cancelled order, `request.invalid`
   */
  markShipped(orderId: number, update?: ParcelUpdate): Promise<void>;
  /** Marks an order as delivered, in the same way. */
  markDelivered(orderId: number, update?: ParcelUpdate): Promise<void>;
}

/** @param plugin named as the actor unless an admin is */
export function openPluginOrders(services: OrderServices, plugin: string): PluginOrders {
  return {
    markShipped: (orderId, update = {}) => markOrder(services, { orderId, plugin, reached: 'shipped' }, update),
    markDelivered: (orderId, update = {}) => markOrder(services, { orderId, plugin, reached: 'delivered' }, update),
  };
}

async function markOrder(
  services: OrderServices,
  { orderId, plugin, reached }: { readonly orderId: number; readonly plugin: string; readonly reached: ParcelStatus },
  { by, ...given }: ParcelUpdate,
): Promise<void> {
  const { success, data, error } = parcelUpdate.safeParse({ ...given, orderId }, { error: fieldMessage });
  if (!success) throw new Refusal('request.invalid', { errors: fieldErrors(error.issues) });
  const note = [data.note, by ? undefined : `By the plug-in ${plugin}`].filter(Boolean).join('\n') || null;
  const { trackingNumber } = data;
  const readInput = async (order: LockedOrder, tx: Transaction) => {
    // A repeated webhook must not bring back, and mail, a number that has been corrected since.
    const isOld = trackingNumber !== undefined && (await hadTrackingNumber(tx, order, trackingNumber));
    return statusInput(order, reached, { trackingNumber: isOld ? undefined : trackingNumber, note });
  };
  const actor = by?.actor ?? { userId: null, name: `Plug-in ${plugin}` };
  // Without the request's idempotency key: its outcome is that of the plug-in's endpoint.
  await setOrderStatus(services, orderId, readInput, { actor, request: { address: by?.request.address ?? null } });
}

/** Whether another number, or none, has replaced this one. */
const hadTrackingNumber = (tx: Transaction, order: LockedOrder, trackingNumber: string): Promise<boolean> =>
  wasReplaced(tx, { entity: 'order', entityId: String(order.id), field: 'tracking_number' }, trackingNumber);

/** @throws Refusal `order.changed` for a cancelled order. */
function statusInput(
  order: LockedOrder,
  reached: ParcelStatus,
  { trackingNumber, note }: { readonly trackingNumber?: string | undefined; readonly note: string | null },
): StatusInput {
  const status = statusAfterUpdate(order.status, reached);
  if (status === undefined) {
    const message = `Order ${order.order_number} is ${orderStatusLabel(order.status).toLowerCase()}.`;
    throw new Refusal('order.changed', { message });
  }
  const isTrackingChanged = trackingNumber !== undefined && trackingNumber !== order.tracking_number;
  // A note alone would be added again by every repetition.
  return { status, trackingNumber, note: status !== order.status || isTrackingChanged ? note : null };
}
