import { adminOrderTone, orderStatusLabel } from '#domain/orders/order-status.ts';
import { Amount } from '#web/shared/amount.tsx';
import { DateTime } from '#web/shared/date-time.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Link } from '#web/ui/link.tsx';
import { type Column, DataTable } from '../shared/list/data-table.tsx';
import type { DashboardData } from './dashboard-data.ts';

type RecentOrder = DashboardData['recentOrders'][number];

const COLUMNS: readonly Column<RecentOrder>[] = [
  {
    name: 'Order ID',
    className: 'md:whitespace-nowrap nums',
    cell: ({ id, order_number }) => (
      <Link to={`/admin/orders?order=${id}`} className="link">
        {order_number}
      </Link>
    ),
  },
  {
    name: 'Customer',
    cell: ({ user }) => (
      <span className="block w-fit max-w-full truncate md:max-w-44" dir="auto">
        {user.name}
      </span>
    ),
  },
  { name: 'Total', isFigure: true, cell: ({ total, currency }) => <Amount value={total} currency={currency} /> },
  {
    name: 'Status',
    cell: ({ status }) => <Badge tone={adminOrderTone(status)}>{orderStatusLabel(status)}</Badge>,
  },
  { name: 'Date', className: 'md:whitespace-nowrap', cell: ({ created_at }) => <DateTime at={created_at} /> },
];

/** The newest orders (back-office §2). */
export function RecentOrders({ orders }: { orders: readonly RecentOrder[] }) {
  return (
    <section>
      <div className="mb-2 flex items-center justify-between">
        <h2 className="font-sans text-base font-semibold tracking-normal">Recent Orders</h2>
        <Link to="/admin/orders" className="link inline-flex min-h-11 items-center text-small">
          All orders
        </Link>
      </div>
      {orders.length > 0 ? (
        <DataTable label="Recent Orders" columns={COLUMNS} rows={orders} idOf={({ id }) => id} />
      ) : (
        <p className="panel px-5 py-10 text-center text-muted">No recent orders available</p>
      )}
    </section>
  );
}
