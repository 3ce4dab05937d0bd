import { useState } from 'react';
import { type PaymentStatus, paymentStatusLabel } from '#domain/checkout/payment-status.ts';
import { ORDER_STATUSES, orderStatusLabel } from '#domain/orders/order-status.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { FilterBar } from '../shared/list/filter-bar.tsx';
import { FilterSelect } from '../shared/list/filter-select.tsx';
import { SearchField } from '../shared/list/search-field.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { useOpenedId } from '../shared/list/use-opened-id.ts';
import { useRowChoice } from '../shared/list/use-row-choice.ts';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { useNotice } from '../shared/use-notice.ts';
import { BulkStatus } from './bulk-status.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { OrderStats } from './order-stats.tsx';
import { useOrderStats, useOrders } from './orders-data.ts';
import { OrdersList } from './orders-list.tsx';
import { PaymentProblems } from './payment-problems.tsx';
import { useStatusChange } from './use-status-change.tsx';

export const meta = () => adminMeta('Orders');

const STATUS_OPTIONS = [
  ['all', 'All statuses'],
  ...ORDER_STATUSES.map((status) => [status, orderStatusLabel(status)] as const),
] as const;

/** Those that may need something: almost all others are completed. */
const LISTED_PAYMENTS = ['pending', 'partially_refunded', 'refunded'] as const satisfies readonly PaymentStatus[];
const PAYMENT_OPTIONS = [
  ['all', 'All payments'],
  ...LISTED_PAYMENTS.map((status) => [status, `Payment ${paymentStatusLabel(status).toLowerCase()}`] as const),
] as const;

export default function OrdersPage() {
  const [opened, open] = useOpenedId('order');
  const list = useListAddress({
    filters: { status: ['all', ...ORDER_STATUSES], payment: ['all', ...LISTED_PAYMENTS] },
  });
  const orders = useOrders({ page: list.page, search: list.search, ...list.filters });
  const stats = useOrderStats();
  const { notice, notify } = useNotice();
  const change = useStatusChange(notify);

  const choice = useRowChoice((orders.data?.data ?? []).map(({ id }) => id));
  const [isExporting, setExporting] = useState(false);

  const refresh = () => {
    void orders.refetch();
    void stats.refetch();
  };

  return (
    <>
      {opened === null && notice}
      <PageHeader
        title="Orders"
        actions={
          <>
            <PaymentProblems />
            <Button look="secondary" small onClick={() => setExporting(true)}>
              Export CSV
            </Button>
            <Button look="secondary" small busy={orders.isFetching && 'Refreshing…'} onClick={refresh}>
              <Icon name="rotate-ccw" /> Refresh
            </Button>
          </>
        }
      />
      <OrderStats stats={stats.data} />
      <div className="mt-6">
        <FilterBar>
          <SearchField
            label="Search orders"
            placeholder="Order ID, name, email or tracking number"
            value={list.search}
            onSearch={(search) => list.show({ search })}
          />
          <FilterSelect
            label="Filter by status"
            value={list.filters.status}
            options={STATUS_OPTIONS}
            onChoose={(status) => list.show({ filters: { status } })}
          />
          <FilterSelect
            label="Filter by payment"
            value={list.filters.payment}
            options={PAYMENT_OPTIONS}
            onChoose={(payment) => list.show({ filters: { payment } })}
          />
        </FilterBar>
      </div>
      <OrdersList orders={orders} list={list} choice={choice} change={change} onView={open} />
      <BulkStatus orders={orders.data?.data ?? []} choice={choice} notify={notify} />
      {isExporting && (
        <ExportDialog filter={{ ...list.filters, search: list.search }} onClose={() => setExporting(false)} />
      )}
      <OrderDialog id={opened} onClose={() => open(null)} change={change} notice={notice} notify={notify} />
      {change.question}
    </>
  );
}
