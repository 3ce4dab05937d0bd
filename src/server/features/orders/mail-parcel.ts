import { isAnonymousEmail } from '#domain/accounts/anonymous-email.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { wantsOrderMails } from '#server/features/notifications/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { mailOrderShipped, mailTrackingNumber } from './order-mails.ts';
import type { ShopFacts } from './order-services.ts';
import type { LockedOrder } from './orders.store.ts';

interface Parcel {
  /** The status after the change. */
  readonly status: OrderStatus;
  readonly trackingNumber: string | null;
}

/**
 * Mails the shipping notice, or a tracking number added or changed later.
 * @param order before the change.
 * @returns whether there was a mail that the customer wants.
 */
export async function mailParcel(
  tx: Transaction,
  order: LockedOrder,
  { status, trackingNumber }: Parcel,
  { shop, at }: { readonly shop: ShopFacts; readonly at: Date },
): Promise<boolean> {
  if (status !== 'shipped') return false;
  const hasJustShipped = order.status !== 'shipped';
  const newNumber = trackingNumber === order.tracking_number ? null : trackingNumber;
  if (!hasJustShipped && newNumber === null) return false;
  if (isAnonymousEmail(order.customer_email) || !(await wantsOrderMails(tx, order.user_id))) return false;
  if (hasJustShipped) await mailOrderShipped(tx, order, { trackingNumber, shop, at });
  else if (newNumber !== null) {
    const isReplaced = order.tracking_number !== null;
    await mailTrackingNumber(tx, order, { trackingNumber: newNumber, isReplaced, shop, at });
  }
  return true;
}
