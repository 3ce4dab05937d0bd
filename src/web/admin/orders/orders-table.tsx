import { paymentStatusLabel, paymentStatusTone } from '#domain/payment-status.ts';
import { Moment } from '#web/shared/moment.tsx';
import { formatPrice } from '#web/shared/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { AdminOrder } from './orders-data.ts';
import { StatusSelect } from './status-select.tsx';
import type { useStatusChange } from './use-status-change.tsx';

const COLUMNS = ['Order ID', 'Customer', 'Date', 'Items', 'Total', 'Payment', 'Status', 'Actions'] as const;

const CLASSES: Partial<Record<(typeof COLUMNS)[number], string>> = {
  Date: 'spare',
  Items: 'figure spare',
  Total: 'figure',
  Payment: 'spare',
};

interface OrdersTableProps {
  orders: readonly AdminOrder[];
  isStale: boolean;
  change: ReturnType<typeof useStatusChange>;
  onView: (id: number) => void;
}

export function OrdersTable({ orders, isStale, change, onView }: OrdersTableProps) {
  return (
    <div className="panel overflow-x-auto" aria-busy={isStale}>
      <table className={`table table-dense ${isStale ? 'opacity-60' : ''}`} aria-label="Orders">
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
            <OrderRow key={order.id} order={order} change={change} onView={onView} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OrderRow({ order, change, onView }: Pick<OrdersTableProps, 'change' | 'onView'> & { order: AdminOrder }) {
  const { id, order_number, user, createdAt, items, total, paymentStatus, status } = order;
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const payment = <Badge tone={paymentStatusTone(paymentStatus)}>{paymentStatusLabel(paymentStatus)}</Badge>;
  return (
    <tr>
      <td data-label="Order ID" className="font-semibold whitespace-nowrap nums">
        {order_number}
        <span className="spared text-muted text-small font-normal">
          <Moment at={createdAt} />
        </span>
      </td>
      <td data-label="Customer">
        <span className="block min-w-0 max-w-56 md:max-xl:max-w-36">
          <span className="block truncate">{user.name}</span>
          <span className="block truncate text-muted text-small">{user.email}</span>
        </span>
      </td>
      <td data-label="Date" className="spare whitespace-nowrap">
        <Moment at={createdAt} />
      </td>
      <td data-label="Items" className="figure spare">
        {pieces}
      </td>
      <td data-label="Total" className="figure font-semibold">
        {formatPrice(total)}
        <span className="spared">{payment}</span>
      </td>
      <td data-label="Payment" className="spare">
        {payment}
      </td>
      <td data-label="Status">
        <StatusSelect
          status={status}
          label={`Status of order ${order_number}`}
          isSaving={change.savingId === id}
          onChoose={(next) => change.request(order, { status: next })}
        />
      </td>
      <td data-label="Actions">
        <Button look="quiet" small aria-label={`View order ${order_number}`} onClick={() => onView(id)}>
          View
        </Button>
      </td>
    </tr>
  );
}
