import type { OrderReportRow } from '#contract/admin/reports.ts';
import { formatDecimal } from '#domain/money/money.ts';
import type { ReportedOrderRow } from './reports.store.ts';

export function reportedOrderView(row: ReportedOrderRow): OrderReportRow {
  return {
    id: row.id,
    order_number: row.order_number,
    created_at: row.created_at.toISOString(),
    customer_name: row.customer_name,
    customer_email: row.customer_email,
    status: row.status,
    payment_status: row.payment_status,
    items: row.items,
    currency: row.currency,
    subtotal: formatDecimal(row.subtotal_cents),
    discount: formatDecimal(row.discount_cents),
    adjustments: formatDecimal(row.adjustment_cents),
    tax: formatDecimal(row.tax_cents),
    shipping: formatDecimal(row.shipping_cents),
    total: formatDecimal(row.total_cents),
    refunded: formatDecimal(row.refunded_cents),
    revenue: formatDecimal(row.revenue_cents),
  };
}
