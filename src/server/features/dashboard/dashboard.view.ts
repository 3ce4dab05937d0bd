import type { RecentOrder } from '#contract/admin/dashboard.ts';
import { formatDecimal } from '#domain/money/money.ts';
import type { RecentOrderRow } from './dashboard.store.ts';

export function recentOrderView(row: RecentOrderRow): RecentOrder {
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
