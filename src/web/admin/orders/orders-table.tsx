import { paymentStatusLabel, paymentStatusTone } from '#domain/checkout/payment-status.ts';
import { Amount } from '#web/shared/amount.tsx';
import { DateTime } from '#web/shared/date-time.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '../shared/list/data-table.tsx';
import type { RowChoice } from '../shared/list/use-row-choice.ts';
import type { AdminOrder } from './orders-data.ts';
import { StatusSelect } from './status-select.tsx';
import type { useStatusChange } from './use-status-change.tsx';

interface Actions {
  change: ReturnType<typeof useStatusChange>;
  onView: (id: number) => void;
}

interface OrdersTableProps extends Actions {
  orders: readonly AdminOrder[];
  isStale: boolean;
  choice: RowChoice;
}

export function OrdersTable({ orders, isStale, choice, ...actions }: OrdersTableProps) {
  return (
    <DataTable
      label="Orders"
      columns={columnsWith(actions)}
      rows={orders}
      idOf={({ id }) => id}
      isStale={isStale}
      choice={{ of: choice, nameOf: ({ order_number }) => `order ${order_number}` }}
    />
  );
}

const columnsWith = ({ change, onView }: Actions): readonly Column<AdminOrder>[] => [
  {
    name: 'Order ID',
    className: 'font-semibold md:whitespace-nowrap nums',
    cell: ({ order_number, createdAt }) => (
      <>
        {order_number}
        <span className="spared text-muted text-small font-normal">
          <DateTime at={createdAt} />
        </span>
      </>
    ),
  },
  {
    name: 'Customer',
    className: 'stretch',
    cell: ({ user }) => (
      <span className="block min-w-0 xl:max-w-56">
        <span className="block truncate" dir="auto">
          {user.name}
        </span>
        <span className="block truncate text-muted text-small">{user.email}</span>
      </span>
    ),
  },
  {
    name: 'Date',
    isSpare: true,
    className: 'md:whitespace-nowrap',
    cell: ({ createdAt }) => <DateTime at={createdAt} />,
  },
  {
    name: 'Items',
    isFigure: true,
    isSpare: true,
    cell: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0),
  },
  {
    name: 'Total',
    isFigure: true,
    className: 'font-semibold',
    cell: ({ total, currency, paymentStatus }) => (
      <>
        <Amount value={total} currency={currency} />
        <span className="spared">
          <PaymentBadge status={paymentStatus} />
        </span>
      </>
    ),
  },
  { name: 'Payment', isSpare: true, cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} /> },
  {
    name: 'Status',
    cell: (order) => (
      <StatusSelect
        status={order.status}
        label={`Status of order ${order.order_number}`}
        isSaving={change.isSaving(order.id)}
        onChoose={(status) => change.request(order, { status })}
      />
    ),
  },
  {
    name: 'Actions',
    cell: ({ id, order_number }) => (
      <Button look="quiet" small aria-label={`View order ${order_number}`} onClick={() => onView(id)}>
        View
      </Button>
    ),
  },
];

const PaymentBadge = ({ status }: { status: AdminOrder['paymentStatus'] }) => (
  <Badge tone={paymentStatusTone(status)}>{paymentStatusLabel(status)}</Badge>
);
