import { isUnavailable, messageOf } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { useOrders } from './orders-data.ts';
import type { OrdersQuery } from './orders-query.ts';
import { OrdersTable } from './orders-table.tsx';
import type { useStatusChange } from './use-status-change.tsx';

const FIRST_ROWS = 8;

interface OrdersListProps {
  orders: ReturnType<typeof useOrders>;
  query: OrdersQuery;
  change: ReturnType<typeof useStatusChange>;
  onView: (id: number) => void;
  onClear: () => void;
}

/** The orders that were asked for, or why there are none. */
export function OrdersList({ orders, query, change, onView, onClear }: OrdersListProps) {
  const { data, error, refetch, isPlaceholderData } = orders;
  if (error && (!data || isPlaceholderData)) {
    const title = isUnavailable(error) ? 'An error occurred while fetching orders' : 'Failed to fetch orders';
    return (
      <div className="panel">
        <EmptyState
          icon="triangle-exclamation-point"
          title={title}
          action={<Button onClick={() => void refetch()}>Retry</Button>}
        >
          {messageOf(error)}
        </EmptyState>
      </div>
    );
  }
  if (!data) return <SkeletonRows rows={FIRST_ROWS} label="Loading orders" />;
  if (data.data.length > 0) {
    return (
      <>
        <p className="mb-2 text-muted text-small" role="status">
          {data.total === 1 ? '1 order' : `${data.total.toLocaleString('en-US')} orders`}
        </p>
        <OrdersTable orders={data.data} isStale={isPlaceholderData} change={change} onView={onView} />
      </>
    );
  }
  const isFiltered = query.search !== '' || query.status !== 'all' || query.page > 1;
  return (
    <div className="panel">
      <EmptyState
        icon="search-x"
        title="No orders found matching your criteria"
        action={
          isFiltered && (
            <Button look="secondary" onClick={onClear}>
              Clear search and filter
            </Button>
          )
        }
      >
        {isFiltered ? 'Try another search text or status.' : 'Orders appear here as soon as somebody buys.'}
      </EmptyState>
    </div>
  );
}
