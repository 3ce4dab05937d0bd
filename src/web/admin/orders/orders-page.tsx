import { useNavigate, useSearchParams } from 'react-router';
import { isOrderStatus, ORDER_STATUSES, orderStatusLabel } from '#domain/order-status.ts';
import { Pagination } from '#web/shared/pagination.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useNotice } from '../shared/notice.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { OrderStats } from './order-stats.tsx';
import { useOrderStats, useOrders } from './orders-data.ts';
import { OrdersList } from './orders-list.tsx';
import { type OrdersQuery, ordersAddress, readOrdersQuery } from './orders-query.ts';
import { SearchField } from './search-field.tsx';
import { useStatusChange } from './use-status-change.tsx';

export const meta = () => [{ title: 'Orders | Stoa back office' }, { name: 'robots', content: 'noindex' }];

export default function OrdersPage() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const query = readOrdersQuery(search);
  const orders = useOrders(query);
  const stats = useOrderStats();
  const { notice, tell } = useNotice();
  const change = useStatusChange(tell);

  const opened = Number(search.get('order')) || null;
  const show = (wanted: Partial<OrdersQuery>) =>
    navigate(ordersAddress({ ...query, page: 1, ...wanted }), { replace: true, preventScrollReset: true });
  const refresh = () => {
    void orders.refetch();
    void stats.refetch();
  };
  /** An opened order is part of the address, so that it can be linked to and Back closes it. */
  const open = (id: number | null) =>
    setSearch(
      (now) => {
        if (id === null) now.delete('order');
        else now.set('order', String(id));
        return now;
      },
      { replace: id === null, preventScrollReset: true },
    );

  return (
    <>
      {opened === null && notice}
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h2">Orders</h1>
        <Button look="secondary" small busy={orders.isFetching && 'Refreshing…'} onClick={refresh}>
          <Icon name="rotate-ccw" /> Refresh
        </Button>
      </div>
      <OrderStats stats={stats.data} />
      <div className="my-6 flex flex-wrap gap-3">
        <SearchField
          label="Search orders"
          placeholder="Order ID, name or email"
          value={query.search}
          onSearch={(text) => show({ search: text })}
        />
        <select
          aria-label="Filter by status"
          className="input w-auto max-sm:flex-1"
          value={query.status}
          onChange={({ target: { value } }) => show({ status: isOrderStatus(value) ? value : 'all' })}
        >
          <option value="all">All statuses</option>
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {orderStatusLabel(status)}
            </option>
          ))}
        </select>
      </div>
      <OrdersList
        orders={orders}
        query={query}
        change={change}
        onView={open}
        onClear={() => navigate('/admin/orders')}
      />
      <Pagination
        current={orders.data?.current_page ?? query.page}
        last={orders.data?.last_page ?? 1}
        addressOf={(page) => ordersAddress({ ...query, page })}
      />
      <OrderDialog id={opened} onClose={() => open(null)} change={change} notice={notice} tell={tell} />
      {change.question}
    </>
  );
}
