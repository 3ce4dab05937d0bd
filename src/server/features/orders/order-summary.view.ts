import type { Selectable } from 'kysely';
import type { OrderSummary } from '#contract/admin/order-summary.ts';
import { formatDecimal } from '#domain/money/money.ts';
import type { Orders } from '#server/platform/database/schema.ts';

export type OrderSummaryRow = Pick<
  Selectable<Orders>,
  'id' | 'order_number' | 'status' | 'currency' | 'total_cents' | 'customer_name' | 'customer_email' | 'created_at'
>;

export const ORDER_SUMMARY_COLUMNS = [
  'id',
  'order_number',
  'status',
  'currency',
  'total_cents',
  'customer_name',
  'customer_email',
  'created_at',
] as const satisfies readonly (keyof OrderSummaryRow)[];

export function orderSummaryView(row: OrderSummaryRow): OrderSummary {
  const total = formatDecimal(row.total_cents);
  const placed = row.created_at.toISOString();
  return {
    id: row.id,
    order_number: row.order_number,
    status: row.status,
    currency: row.currency,
    total,
    total_amount: total,
    user: { name: row.customer_name, email: row.customer_email },
    created_at: placed,
    createdAt: placed,
  };
}
