import { messageOf } from '#web/api/api-error.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { ListedOrder } from './orders-data.ts';
import { OrdersTable } from './orders-table.tsx';

interface OrdersListProps {
  orders: {
    readonly data: { readonly total: number; readonly data: readonly ListedOrder[] } | undefined;
    readonly error: Error | null;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
  };
  label: string;
  /** Maximum number of orders. */
  rows: number;
}

/** Orders, or a message why there are none. */
export function OrdersList({ orders: { data, error, refetch, isPlaceholderData }, label, rows }: OrdersListProps) {
  if (data && data.data.length > 0) return <OrdersTable orders={data.data} label={label} isStale={isPlaceholderData} />;
  if (data && data.total > 0) {
    return (
      <EmptyState
        icon="search-x"
        title="No orders on this page"
        action={
          <Link to="/dashboard/orders" className={buttonClass()}>
            To the first page
          </Link>
        }
      >
        {data.total === 1 ? 'Your order is' : `Your ${data.total} orders are`} on an earlier one.
      </EmptyState>
    );
  }
  if (data) {
    return (
      <EmptyState
        icon="package"
        title="No orders yet"
        action={
          <Link to="/products" className={buttonClass()}>
            Browse Products
          </Link>
        }
      >
        Your orders appear here, with their status and tracking.
      </EmptyState>
    );
  }
  if (!error) return <SkeletonRows rows={rows} label="Loading your orders" />;
  return (
    <EmptyState
      icon="triangle-exclamation-point"
      title="Your orders could not be loaded"
      action={<Button onClick={() => refetch()}>Retry</Button>}
    >
      {messageOf(error)}
    </EmptyState>
  );
}
