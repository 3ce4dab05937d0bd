import { type ExpressionBuilder, sql } from 'kysely';
import type { PaymentStatus } from '#domain/checkout/payment-status.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { type Database, FORCE_CUSTOM_PLAN } from '#server/platform/database/database.ts';
import { findPage, holdsText, patternOf, type Span, searchPage } from '#server/platform/database/find-page.ts';
import type { DB } from '#server/platform/database/schema.ts';
import { type OrderRow, ordersWithMoney } from './orders.store.ts';

export interface OrderFilter {
  readonly userId?: number | undefined;
  readonly status?: OrderStatus | undefined;
  readonly payment?: PaymentStatus | undefined;
  /** Searched in number, name, email address and tracking number; also matches the exact id. */
  readonly search?: string | undefined;
  /** A customer's search in the number and the products of own orders. */
  readonly ownSearch?: string | undefined;
  /** ISO dates in the shop's time zone, inclusive. */
  readonly days?: {
    readonly from: string | undefined;
    readonly to: string | undefined;
    readonly timeZone: string;
  };
}

/** An id as people write it: `#42`. */
const ID = /^#?([1-9]\d{0,8})$/;

function isFound(search: string) {
  const [, id] = ID.exec(search) ?? [];
  return (eb: ExpressionBuilder<DB, 'orders'>) =>
    eb.or([holdsText('orders.search_text', search), ...(id === undefined ? [] : [eb('orders.id', '=', Number(id))])]);
}

/** Only for the orders of one customer, which are few: found by `orders_of_user`, then searched with their lines. */
function isFoundByCustomer(search: string) {
  const pattern = patternOf(search);
  return sql<boolean>`(lower(orders.order_number) LIKE lower(${pattern}) OR EXISTS (
    SELECT FROM order_line WHERE order_line.order_id = orders.id AND lower(order_line.product_name) LIKE lower(${pattern})))`;
}

function isWanted({ userId, status, payment, search, ownSearch, days }: OrderFilter) {
  return (eb: ExpressionBuilder<DB, 'orders'>) =>
    eb.and([
      ...(userId === undefined ? [] : [eb('orders.user_id', '=', userId)]),
      ...(status === undefined ? [] : [eb('orders.status', '=', status)]),
      ...(payment === undefined ? [] : [eb('orders.payment_status', '=', payment)]),
      ...(search === undefined ? [] : [isFound(search)(eb)]),
      ...(ownSearch === undefined ? [] : [isFoundByCustomer(ownSearch)]),
      ...(days?.from === undefined
        ? []
        : [sql<boolean>`orders.created_at >= ${days.from}::date::timestamp AT TIME ZONE ${days.timeZone}`]),
      ...(days?.to === undefined
        ? []
        : [sql<boolean>`orders.created_at < (${days.to}::date + 1)::timestamp AT TIME ZONE ${days.timeZone}`]),
    ]);
}

const NEWEST_FIRST = sql`orders.created_at DESC, orders.id DESC`;

/** Newest first. */
export async function listOrderRows(
  db: Database,
  filter: OrderFilter,
  span: Span,
): Promise<{ rows: OrderRow[]; total: number }> {
  // Select the ids from an index first: a late page would otherwise read every earlier order with its payment.
  const list = db.selectFrom('orders').where(isWanted(filter));
  const find = filter.search === undefined && filter.ownSearch === undefined ? findPage : searchPage;
  const { ids, total } = await find(list, { id: 'orders.id', order: NEWEST_FIRST }, span);
  const rows = await ordersWithMoney(db)
    .where(sql<boolean>`orders.id = ANY (${ids}::integer[])`)
    .orderBy(NEWEST_FIRST)
    .execute();
  return { rows, total };
}

/** Newest first, those before a given order; undefined starts from the newest. */
export function listOrderRowsBefore(
  db: Database,
  filter: OrderFilter,
  last: Pick<OrderRow, 'id'> | undefined,
  limit: number,
): Promise<OrderRow[]> {
  let query = ordersWithMoney(db).modifyFront(sql.raw(FORCE_CUSTOM_PLAN)).where(isWanted(filter));
  if (last) {
    // Looked up in SQL, because a Date loses the microseconds.
    const place = sql`(SELECT created_at, id FROM orders WHERE id = ${last.id})`;
    query = query.where(sql<boolean>`(orders.created_at, orders.id) < ${place}`);
  }
  return query.orderBy(NEWEST_FIRST).limit(limit).execute();
}

export interface StatusCount {
  readonly status: OrderStatus;
  readonly count: number;
  /** Cents. */
  readonly value: number;
}

/** @param currency of the orders to sum; currencies cannot be added up. */
export async function countOrdersByStatus(db: Database, currency: string): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    SELECT status, count(*) AS count,
           coalesce(sum(total_cents) FILTER (WHERE currency = ${currency}), 0)::bigint AS value
      FROM orders GROUP BY status`.execute(db);
  return rows;
}
