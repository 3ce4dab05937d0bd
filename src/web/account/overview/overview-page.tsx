import { formatPrice } from '#web/shared/money.ts';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { WholeFigure } from '#web/ui/whole-figure.tsx';
import { OrdersList } from '../shared/orders-list.tsx';
import { useOverview } from '../shared/own-data.ts';

/** Back-office §9: customer overview recent orders. */
const RECENT = 3;

export const meta = () => [{ title: pageTitle('Your account') }, { name: 'robots', content: 'noindex' }];

export default function OverviewPage() {
  const overview = useOverview();
  const { data } = overview;
  const recent = { ...overview, data: data && { total: data.total_orders, data: data.recent_orders } };
  return (
    <>
      <dl className="grid grid-cols-(--two-columns) gap-4 md:grid-cols-3">
        <Figure name="Total Orders" value={data && String(data.total_orders)} />
        <Figure name="Total Spent" value={data && formatPrice(data.total_spent)} />
        <Figure name="In Transit" value={data && String(data.in_transit)} className="max-md:col-span-full" />
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

function Figure({ name, value, className = '' }: { name: string; value: string | undefined; className?: string }) {
  return (
    <div className={`panel p-5 ${className}`}>
      <dt className="text-muted">{name}</dt>
      <dd className="mt-1 min-h-9">
        <WholeFigure value={value ?? '–'} className="text-2xl sm:text-3xl" />
      </dd>
    </div>
  );
}
