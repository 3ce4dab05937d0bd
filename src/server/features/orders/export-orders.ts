import { CSV_START, csvLine } from '#csv/csv-line.ts';
import { describeCheckoutOption } from '#domain/checkout/checkout-options.ts';
import { paymentStatusLabel } from '#domain/checkout/payment-status.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { describeAdjustment } from '#domain/money/price-adjustments.ts';
import { orderStatusLabel } from '#domain/orders/order-status.ts';
import { shownMoment } from '#domain/shop/shop-day.ts';
import type { TimeZone } from '#domain/shop/time-zone.ts';
import type { Database } from '#server/platform/database/database.ts';
import { invoiceNumberView } from './order.view.ts';
import { listOrderRowsBefore, type OrderFilter } from './order-lists.store.ts';
import { listLineRows, type OrderLineRow, type OrderRow } from './orders.store.ts';

/** Rows per batch: large enough to be fast, small enough for memory. */
const BATCH = 1_000;

const COLUMNS = [
  'Order',
  'Date',
  'Status',
  'Payment',
  'Customer',
  'Email',
  'Items',
  'Subtotal',
  'Discount',
  'Tax',
  'Shipping',
  'Total',
  'Refunded',
  'Currency',
  'Coupon',
  'Tracking number',
  'Country',
  'Adjustments',
  'Options',
  'Invoice',
];

/** The matching orders as CSV, newest first, generated while they are read. Dates are in the shop's time zone. */
export async function* exportOrders(db: Database, filter: OrderFilter, timeZone: TimeZone): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS);
  let last: OrderRow | undefined;
  for (;;) {
    const rows = await listOrderRowsBefore(db, filter, last, BATCH);
    const lines = await listLineRows(
      db,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => csvLine(cellsOf(row, lines.get(row.id) ?? [], timeZone))).join('');
    last = rows.at(-1);
    if (rows.length < BATCH) return;
  }
}

/** Such as `Mug: Gift wrap: Kraft paper (5.00)`. */
function optionsOf({ product_name: name, adjustments }: OrderLineRow): string[] {
  return adjustments.map((each) => `${name}: ${describeAdjustment(each)} (${formatDecimal(each.amount)})`);
}

function cellsOf(row: OrderRow, lines: readonly OrderLineRow[], timeZone: TimeZone): (string | number | null)[] {
  return [
    row.order_number,
    shownMoment(row.created_at, timeZone),
    orderStatusLabel(row.status),
    paymentStatusLabel(row.payment_status),
    row.customer_name,
    row.customer_email,
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    formatDecimal(row.subtotal_cents),
    formatDecimal(row.discount_cents),
    formatDecimal(row.tax_cents),
    formatDecimal(row.shipping_cents),
    formatDecimal(row.total_cents),
    formatDecimal(row.refunded_cents),
    row.currency.toUpperCase(),
    row.coupon_code,
    row.tracking_number,
    row.shipping_address.country,
    formatDecimal(row.adjustment_cents),
    [...row.options.map(describeCheckoutOption), ...lines.flatMap(optionsOf)].join('; '),
    invoiceNumberView(row),
  ];
}
