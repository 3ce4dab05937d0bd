import { isAnonymousEmail } from '#domain/accounts/anonymous-email.ts';
import { isPaid } from '#domain/checkout/payment-status.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { listWithoutOrderMails } from '#server/features/notifications/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { listStatusTargetRows, type StatusTargetRow } from './orders.store.ts';

export interface StatusPreview {
  /** Number of orders that do not have the status yet. */
  readonly orders: number;
  /** Numbers of those that are unpaid. */
  readonly unpaid: string[];
  /** Number of mails to customers. */
  readonly mails: number;
}

/** Previews the effects of setting a status, for the confirmation dialog. */
export async function previewStatus(
  db: Database,
  orderIds: readonly number[],
  status: OrderStatus,
): Promise<StatusPreview> {
  const changed = (await listStatusTargetRows(db, orderIds)).filter((order) => order.status !== status);
  return {
    orders: changed.length,
    unpaid: changed.filter((order) => !isPaid(order.payment_status)).map((order) => order.order_number),
    mails: (await listMailed(db, changed, status)).length,
  };
}

/** The same conditions as in `setOrderStatus`: cancellations concern the customer's money and are always mailed. */
async function listMailed(
  db: Database,
  orders: readonly StatusTargetRow[],
  status: OrderStatus,
): Promise<StatusTargetRow[]> {
  const reachable = orders.filter((order) => !isAnonymousEmail(order.customer_email));
  if (status === 'cancelled') return reachable;
  if (status !== 'shipped') return [];
  const declined = await listWithoutOrderMails(
    db,
    reachable.flatMap((order) => order.user_id ?? []),
  );
  return reachable.filter((order) => order.user_id === null || !declined.has(order.user_id));
}
