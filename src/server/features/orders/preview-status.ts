import { isAnonymousEmail } from '#domain/anonymous-email.ts';
import type { OrderStatus } from '#domain/order-status.ts';
import { isPaid } from '#domain/payment-status.ts';
import { listWithoutOrderMails } from '#server/features/notifications/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { listStatusTargetRows, type StatusTargetRow } from './orders.store.ts';

export interface StatusPreview {
  /** How many of the orders do not have the status yet. */
  readonly orders: number;
  /** The numbers of those among them that are not paid. */
  readonly unpaid: string[];
  /** How many mails customers would get. */
  readonly mails: number;
}

/** Tells what setting some orders to a status would do, so that an admin can be asked first. */
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

/** The same conditions as in `setOrderStatus`: a cancellation concerns the customer's money and is mailed in any case. */
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
