import { CSV_START, csvLine } from '#csv/csv-line.ts';
import { shownMoment } from '#domain/shop/shop-day.ts';
import { call } from '#web/api/call.ts';
import { shop } from '#web/shared/shop/shop.ts';

export type ReportKind = 'orders' | 'sales';

export interface ReportOrder {
  readonly kind: ReportKind;
  /** Days of the shop, inclusive. */
  readonly from: string;
  readonly to: string;
}

/**
 * Writes a report as CSV: one row per order or per day of the period.
 * @param onProgress receives the progress from 0 to 1
 * @throws ApiError when the request fails; DOMException when `signal` aborts it
 */
export function writeReport(
  order: ReportOrder,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return order.kind === 'orders' ? writeOrders(order, onProgress, signal) : writeSales(order, signal);
}

const ORDER_HEADINGS = [
  'Order',
  'Placed',
  'Customer',
  'Email',
  'Status',
  'Payment',
  'Items',
  'Subtotal',
  'Discount',
  'Tax',
  'Shipping',
  'Total',
  'Refunded',
  'Revenue',
  'Currency',
  'Adjustments',
];

async function writeOrders(
  { from, to }: ReportOrder,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const parts = [csvLine(ORDER_HEADINGS)];
  for (let after: number | null | undefined; after !== null; ) {
    const query = { from, to, ...(after && { after }) };
    const { rows, next, total } = await call('GET /admin/reports/orders', { query }, { signal });
    for (const row of rows) {
      parts.push(
        csvLine([
          row.order_number,
          shownMoment(new Date(row.created_at), shop().timezone),
          row.customer_name,
          row.customer_email,
          row.status,
          row.payment_status,
          row.items,
          row.subtotal,
          row.discount,
          row.tax,
          row.shipping,
          row.total,
          row.refunded,
          row.revenue,
          row.currency.toUpperCase(),
          row.adjustments,
        ]),
      );
    }
    onProgress(total > 0 ? (parts.length - 1) / total : 1);
    after = next;
  }
  return parts.join('');
}

async function writeSales({ from, to }: ReportOrder, signal: AbortSignal): Promise<string> {
  const { rows, currency } = await call('GET /admin/reports/sales', { query: { from, to } }, { signal });
  const lines = rows.map(({ date, orders, cancelled, items, revenue }) =>
    csvLine([date, orders, cancelled, items, revenue, currency.toUpperCase()]),
  );
  return csvLine(['Day', 'Orders', 'Cancelled', 'Items', 'Revenue', 'Currency']) + lines.join('');
}

/** Downloads a text as a file. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([CSV_START, text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
