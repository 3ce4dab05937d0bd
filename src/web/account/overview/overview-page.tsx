import { Link } from 'react-router';
import { IN_TRANSIT } from '#domain/order-status.ts';
import { titled } from '#web/shared/shop/shop.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { useOrders } from '../shared/orders-data.ts';
import { OrdersList } from '../shared/orders-list.tsx';

/** Back-office §9: customer overview recent orders. */
const RECENT = 3;

export const meta = () => [{ title: titled('Your account') }, { name: 'robots', content: 'noindex' }];

export default function OverviewPage() {
  const recent = useOrders({ per_page: RECENT });
  const inTransit = useOrders({ status: IN_TRANSIT, per_page: 1 });
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 lg:max-w-2xl">
        <Figure name="Total Orders" value={recent.data?.total} />
        <Figure name="In Transit" value={inTransit.data?.total} />
      </dl>
      <div className="mt-10 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-2xl">Recent Orders</h2>
        <Link to="/dashboard/orders" className={buttonClass('secondary', 'button-small')}>
          View All Orders
        </Link>
      </div>
      <OrdersList orders={recent} label="Recent orders" rows={RECENT} />
    </>
  );
}

function Figure({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div className="panel p-5">
      <dt className="text-muted">{name}</dt>
      <dd className="mt-1 min-h-9 text-3xl font-semibold nums">{value ?? '–'}</dd>
    </div>
  );
}
