import { Amount } from '#web/shared/amount.tsx';
import { counted } from '#web/shared/counted.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { OrderBadge } from '#web/shared/orders/order-badge.tsx';
import { Link } from '#web/ui/link.tsx';
import type { ListedOrder } from './orders-data.ts';

const COLUMNS = ['Order ID', 'Date', 'Items', 'Status', 'Total', 'Actions'] as const;

const CLASSES: Partial<Record<(typeof COLUMNS)[number], string>> = { Total: 'figure', Actions: 'row-actions' };

interface OrdersTableProps {
  orders: readonly ListedOrder[];
  /** Accessible name of the table. */
  label: string;
  isStale?: boolean;
}

/** Orders as rows, or as cards on a phone. */
export function OrdersTable({ orders, label, isStale = false }: OrdersTableProps) {
  return (
    <div className="panel overflow-x-auto" aria-busy={isStale}>
      <table className={`table ${isStale ? 'opacity-60' : ''}`} aria-label={label}>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className={CLASSES[name]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OrderRow({ order }: { order: ListedOrder }) {
  const { order_number, created_at, items, status, total, currency } = order;
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const address = `/dashboard/orders/${order_number}`;
  return (
    <tr>
      <th scope="row" data-label="Order ID" className="font-semibold md:whitespace-nowrap nums">
        {order_number}
      </th>
      <td data-label="Date" className="md:whitespace-nowrap">
        <DateTime at={created_at} />
      </td>
      <td data-label="Items">
        <span className="block">
          {counted(units, ['item', 'items'])}
          <span className="block max-w-96 truncate text-muted text-small max-lg:hidden">
            {items.map(({ name }) => name).join(', ')}
          </span>
        </span>
      </td>
      <td data-label="Status">
        <OrderBadge status={status} />
      </td>
      <td data-label="Total" className="figure font-semibold">
        <Amount value={total} currency={currency} />
      </td>
      <td data-label="Actions" className="row-actions">
        <Link to={address} className="link inline-flex min-h-11 items-center" aria-label={`View order ${order_number}`}>
          View
        </Link>
      </td>
    </tr>
  );
}
