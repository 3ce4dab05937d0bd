import type { Activity, DayFigures, Figures, Goals, TopProduct } from '#contract/admin/analytics.ts';
import { formatDecimal } from '#domain/money/money.ts';
import type { ActivityRow } from './activity.store.ts';
import type { TopProductRow } from './analytics.store.ts';
import type { GoalRow } from './goals.store.ts';
import type { Day } from './read-days.ts';

type DaySums = Omit<Day, 'date'>;

const figuresView = ({ revenue, orders, cancelled, customers }: DaySums): Figures => ({
  revenue: formatDecimal(revenue),
  orders,
  cancelled,
  customers,
});

export const dayView = (day: Day): DayFigures => ({ date: day.date, ...figuresView(day) });

/** Totals over all days. */
export function sumView(days: readonly Day[]): Figures {
  const sum = (name: keyof DaySums) => days.reduce((total, day) => total + day[name], 0);
  return figuresView({
    revenue: sum('revenue'),
    orders: sum('orders'),
    cancelled: sum('cancelled'),
    customers: sum('customers'),
  });
}

export function topProductView(row: TopProductRow): TopProduct {
  return {
    productId: row.product_id,
    slug: row.slug,
    name: row.name,
    image: row.image,
    pieces: row.pieces,
    sales: formatDecimal(row.sales),
  };
}

export function activityView(row: ActivityRow): Activity {
  return {
    kind: row.kind,
    id: row.id,
    at: row.at.toISOString(),
    name: row.name,
    order:
      row.order_id === null || row.order_number === null ? null : { id: row.order_id, order_number: row.order_number },
    userId: row.user_id,
    amount: row.amount === null ? null : formatDecimal(row.amount),
    currency: row.currency,
    status: row.status,
  };
}

/** @param days of the month that have passed. */
export function goalsView(month: string, row: GoalRow | undefined, days: readonly Day[]): Goals {
  const { revenue, orders, customers } = sumView(days);
  return {
    month,
    revision: row?.revision ?? 0,
    revenue: row?.revenue_cents == null ? null : formatDecimal(row.revenue_cents),
    orders: row?.orders ?? null,
    customers: row?.customers ?? null,
    reached: { revenue, orders, customers },
    updatedAt: row?.updated_at.toISOString() ?? null,
    updatedBy: row?.updated_by_name ?? null,
  };
}
