import { useSearchParams } from 'react-router';
import { Pagination } from '#web/shared/pagination.tsx';
import { titled } from '#web/shared/shop/shop.ts';
import { useOrders } from '../shared/orders-data.ts';
import { OrdersList } from '../shared/orders-list.tsx';

const PAGE_SIZE = 10;

export const meta = () => [{ title: titled('Your orders') }, { name: 'robots', content: 'noindex' }];

export default function OrdersPage() {
  const [search] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const orders = useOrders({ page, per_page: PAGE_SIZE });
  return (
    <>
      <h1 className="mb-6 text-2xl">Order History</h1>
      <OrdersList orders={orders} label="Your orders" rows={PAGE_SIZE} />
      {orders.data && orders.data.data.length > 0 && (
        <Pagination
          current={orders.data.current_page}
          last={orders.data.last_page}
          addressOf={(other) => `/dashboard/orders${other > 1 ? `?page=${other}` : ''}`}
        />
      )}
    </>
  );
}
