import { isUnavailable } from '#web/api/api-error.ts';
import { ListView } from '../shared/list/list-view.tsx';
import type { ListAddress } from '../shared/list/use-list-address.ts';
import type { RowChoice } from '../shared/list/use-row-choice.ts';
import type { useOrders } from './orders-data.ts';
import { OrdersTable } from './orders-table.tsx';
import type { useStatusChange } from './use-status-change.tsx';

interface OrdersListProps {
  orders: ReturnType<typeof useOrders>;
  list: Pick<ListAddress, 'page' | 'isNarrowed' | 'clear' | 'addressOf' | 'turnTo'>;
  change: ReturnType<typeof useStatusChange>;
  onView: (id: number) => void;
  choice: RowChoice;
}

/** The filtered orders, or a message why there are none (back-office §8). */
export function OrdersList({ orders, list, change, onView, choice }: OrdersListProps) {
  return (
    <ListView
      query={orders}
      list={list}
      nouns={['order', 'orders']}
      failure={isUnavailable(orders.error) ? 'An error occurred while fetching orders' : 'Failed to fetch orders'}
      empty={{
        title: 'No orders found matching your criteria',
        hint: 'New orders appear here.',
      }}
    >
      {(rows, isStale) => (
        <OrdersTable orders={rows} isStale={isStale} choice={choice} change={change} onView={onView} />
      )}
    </ListView>
  );
}
