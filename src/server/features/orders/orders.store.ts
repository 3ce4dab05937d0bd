import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { OrderReference } from '#contract/storefront/orders.ts';
import type { ShippingAddress } from '#contract/storefront/shipping-address.ts';
import type { PriceAdjustment } from '#domain/money/price-adjustments.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { activeAdminsAsJson, type NotifiedUser } from '#server/features/notifications/index.ts';
import { anyOf, type Database, type Handle, type Transaction } from '#server/platform/database/database.ts';
import type { Writes } from '#server/platform/database/execute-together.ts';
import { insertRecords, type NewRow } from '#server/platform/database/insert-records.ts';
import type { DB, OrderLine, OrderStatusChange, Orders } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';
import type { OrderOwner } from './order-owner.ts';

/** An order with captured and refunded amounts in cents. */
export interface OrderRow extends Omit<Selectable<Orders>, 'search_text'> {
  readonly captured_cents: number;
  readonly refunded_cents: number;
  /** Null: not issued yet, or the order is of a version without invoice numbers. */
  readonly invoice_number: number | null;
}

export interface OrderLineRow extends Omit<Selectable<OrderLine>, 'sold_at' | 'currency'> {
  /** Null for a deleted product. */
  readonly product_slug: string | null;
}

export interface NewOrders {
  /** One for each order. Numbers increase, with a gap for each order that is rolled back. */
  readonly orders: readonly { readonly id: number; readonly number: number }[];
  /** Who may want a mail about the orders. */
  readonly admins: readonly NotifiedUser[];
}

/**
 * Reads the data for composing some orders and their mails. The inner SELECT of the count keeps it from the planner,
 * which would plan again for each number of orders.
 */
export async function startOrders(tx: Transaction, count: number): Promise<NewOrders> {
  const { rows } = await sql<NewOrders>`
    SELECT ${activeAdminsAsJson} AS admins,
           (SELECT json_agg(json_build_object('id', nextval('orders_id_seq'), 'number', nextval('order_number_seq')))
              FROM generate_series(1, (SELECT ${count}::integer))) AS orders`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The sequence of order numbers gave none');
  return row;
}

export type NewOrderRow = NewRow<'orders'> & { readonly id: number };

/** The writes of new orders: their rows, lines and first statuses. Their text is the same for any number of orders. */
export function orderWrites(
  orders: readonly NewOrderRow[],
  {
    lines,
    statuses,
  }: { readonly lines: readonly NewOrderLine[]; readonly statuses: readonly NewRow<'order_status_change'>[] },
): Writes {
  return {
    placed_order: sql`${insertRecords('orders', orders)} RETURNING id`,
    // Selects from the orders, so that they are there when the trigger of the lines reads them.
    placed_line: sql`
      INSERT INTO order_line (order_id, position, product_id, variant_id, stock_id, sku, product_name, variant_name,
                              image, unit_price_cents, quantity, adjustments, adjustment_cents)
      SELECT placed_order.id, position, product_id, variant_id, stock_id, sku, product_name, variant_name,
             image, unit_price_cents, quantity, adjustments, adjustment_cents
        FROM placed_order
        JOIN jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS line (
               order_id integer, position integer, product_id integer, variant_id integer, stock_id integer, sku text,
               product_name text, variant_name text, image text, unit_price_cents integer, quantity integer,
               adjustments jsonb, adjustment_cents bigint) ON line.order_id = placed_order.id
       ORDER BY order_id, position`,
    first_status: insertRecords('order_status_change', statuses),
  };
}

type NewOrderLine = Omit<OrderLineRow, 'id' | 'product_slug' | 'adjustments'> & {
  readonly adjustments: readonly PriceAdjustment[];
};

export async function insertStatusChange(tx: Transaction, row: Insertable<OrderStatusChange>): Promise<void> {
  await tx.insertInto('order_status_change').values(row).execute();
}

function isReferredTo(reference: OrderReference) {
  return (eb: ExpressionBuilder<DB, 'orders'>) =>
    'id' in reference ? eb('orders.id', '=', reference.id) : eb('orders.order_number', '=', reference.order_number);
}

/** Orders with captured and refunded amounts and the numbers of their invoices. */
export function ordersWithMoney(db: Handle) {
  return db
    .selectFrom('orders')
    .leftJoin('payment', 'payment.order_id', 'orders.id')
    .leftJoin('invoice', 'invoice.order_id', 'orders.id')
    .select(columnsOf('orders'))
    .select('invoice.number as invoice_number')
    .select((eb) => [
      eb.fn.coalesce('payment.captured_cents', sql<number>`0::bigint`).as('captured_cents'),
      eb.fn.coalesce('payment.refunded_cents', sql<number>`0::bigint`).as('refunded_cents'),
    ]);
}

export function findOrderRow(db: Handle, reference: OrderReference, owner: OrderOwner): Promise<OrderRow | undefined> {
  let query = ordersWithMoney(db).where(isReferredTo(reference));
  if (owner !== 'anyone') query = query.where('orders.user_id', '=', owner);
  return query.executeTakeFirst();
}

export interface OrderWithLines extends OrderRow {
  /** In their order. */
  readonly lines: OrderLineRow[];
}

function ordersWithLines(db: Handle) {
  return ordersWithMoney(db).select((eb) =>
    jsonArrayFrom(
      eb
        .selectFrom('order_line')
        .leftJoin('product', 'product.id', 'order_line.product_id')
        .select(columnsOf('order_line'))
        .select('product.slug as product_slug')
        .whereRef('order_line.order_id', '=', 'orders.id')
        .orderBy('order_line.position'),
    ).as('lines'),
  );
}

/** An order with its lines, in one statement. */
export function findOrderWithLines(
  db: Handle,
  reference: OrderReference,
  owner: OrderOwner,
): Promise<OrderWithLines | undefined> {
  let query = ordersWithLines(db).where(isReferredTo(reference));
  if (owner !== 'anyone') query = query.where('orders.user_id', '=', owner);
  return query.executeTakeFirst();
}

/** Several orders with their lines, in one statement. */
export function listOrdersWithLines(db: Handle, ids: readonly number[]): Promise<OrderWithLines[]> {
  return ordersWithLines(db).where('orders.id', '=', anyOf(ids, 'integer')).execute();
}

export type LockedOrder = Selectable<Orders>;

/** Locks an order until the end of the transaction; lock it before its payment and stock. */
export function lockOrder(
  tx: Transaction,
  reference: OrderReference,
  owner: OrderOwner,
): Promise<LockedOrder | undefined> {
  let query = tx.selectFrom('orders').select(columnsOf('orders')).where(isReferredTo(reference)).forUpdate();
  if (owner !== 'anyone') query = query.where('user_id', '=', owner);
  return query.executeTakeFirst();
}

export type StatusTargetRow = Pick<
  LockedOrder,
  'id' | 'order_number' | 'status' | 'payment_status' | 'user_id' | 'customer_email'
>;

/** The fields needed before setting statuses, by id. Unknown ids are omitted. */
export function listStatusTargetRows(db: Database, orderIds: readonly number[]): Promise<StatusTargetRow[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'order_number', 'status', 'payment_status', 'user_id', 'customer_email'])
    .where(sql<boolean>`id = ANY (${orderIds}::integer[])`)
    .orderBy('id')
    .execute();
}

export async function setStatus(tx: Transaction, orderId: number, status: OrderStatus, at: Date): Promise<void> {
  await tx.updateTable('orders').set({ status, updated_at: at }).where('id', '=', orderId).execute();
}

export async function setTrackingNumber(
  tx: Transaction,
  orderId: number,
  trackingNumber: string | null,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ tracking_number: trackingNumber, updated_at: at })
    .where('id', '=', orderId)
    .execute();
}

export async function setShippingAddress(
  tx: Transaction,
  orderId: number,
  address: ShippingAddress,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ shipping_address: JSON.stringify(address), updated_at: at })
    .where('id', '=', orderId)
    .execute();
}

export async function setPaid(tx: Transaction, orderId: number, at: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ payment_status: 'completed', updated_at: at })
    .where('id', '=', orderId)
    .execute();
}

/** The lines of these orders, in order. */
export async function listLineRows(db: Handle, orderIds: readonly number[]): Promise<Map<number, OrderLineRow[]>> {
  const byOrder = new Map<number, OrderLineRow[]>(orderIds.map((id) => [id, []]));
  if (orderIds.length === 0) return byOrder;
  const rows = await db
    .selectFrom('order_line')
    .leftJoin('product', 'product.id', 'order_line.product_id')
    .select(columnsOf('order_line'))
    .select('product.slug as product_slug')
    .where('order_line.order_id', 'in', orderIds)
    .orderBy('order_line.order_id')
    .orderBy('order_line.position')
    .execute();
  for (const row of rows) byOrder.get(row.order_id)?.push(row);
  return byOrder;
}

export interface StatusChangeRow extends Selectable<OrderStatusChange> {
  readonly actor_name: string | null;
}

/** Oldest first. */
export function listStatusChangeRows(db: Handle, orderId: number): Promise<StatusChangeRow[]> {
  return db
    .selectFrom('order_status_change')
    .leftJoin('users', 'users.id', 'order_status_change.actor_id')
    .select(columnsOf('order_status_change'))
    .select('users.name as actor_name')
    .where('order_id', '=', orderId)
    .orderBy('order_status_change.created_at')
    .orderBy('order_status_change.id')
    .execute();
}

/** When a cancelled order was cancelled, the last time; undefined for other orders. */
export async function findCancellation(
  db: Handle,
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
): Promise<Date | undefined> {
  if (status !== 'cancelled') return undefined;
  const row = await db
    .selectFrom('order_status_change')
    .select((eb) => eb.fn.max('created_at').as('at'))
    .where('order_id', '=', id)
    .where('to_status', '=', 'cancelled')
    .where((eb) => eb('from_status', 'is distinct from', eb.ref('to_status')))
    .executeTakeFirst();
  return row?.at ?? undefined;
}
