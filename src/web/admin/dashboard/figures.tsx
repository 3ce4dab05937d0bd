import type { ReactNode } from 'react';
import { formatPrice } from '#web/shared/money.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { WholeFigure } from '#web/ui/whole-figure.tsx';
import type { DashboardData } from './dashboard-data.ts';

interface CardProps {
  name: string;
  value: string;
  aside?: ReactNode;
}

function Card({ name, value, aside }: CardProps) {
  return (
    <div className="panel px-4 py-3 sm:px-5 sm:py-4">
      <dt className="text-muted max-sm:text-small">{name}</dt>
      <dd>
        <WholeFigure value={value} className="text-xl sm:text-2xl" />
        {aside && <span className="text-small font-semibold text-success nums">{aside}</span>}
      </dd>
    </div>
  );
}

/** Back-office §2: the four totals of the shop, each with a second figure. */
export function ShopFigures({ stats, products }: Pick<DashboardData, 'stats' | 'products'>) {
  return (
    <dl className="grid gap-3 min-[360px]:grid-cols-2 xl:grid-cols-4">
      <Card
        name="Total Products"
        value={formatCount(stats.totalProducts)}
        aside={`${formatCount(products.inStock)} in stock`}
      />
      <Card
        name="Total Orders"
        value={formatCount(stats.totalOrders)}
        aside={`${formatCount(stats.todayOrders)} today`}
      />
      <Card
        name="Total Users"
        value={formatCount(stats.totalUsers)}
        aside={`${formatCount(stats.activeUsersCount)} active`}
      />
      <Card
        name="Total Revenue"
        value={formatPrice(stats.totalRevenue)}
        aside={`${formatPrice(stats.todayRevenue)} today`}
      />
    </dl>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 last:border-0">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold whitespace-nowrap nums">{value}</dd>
    </div>
  );
}

/** Today's results. */
export function TodaysPerformance({ stats }: Pick<DashboardData, 'stats'>) {
  const { todayOrders, todayRevenue, todayAverageOrder, recentOrdersCount } = stats;
  return (
    <section className="panel px-5 py-4">
      <h2 className="mb-2 font-sans text-base font-semibold tracking-normal">Today's Performance</h2>
      <dl>
        <Line name="Orders today" value={formatCount(todayOrders)} />
        <Line name="Revenue today" value={formatPrice(todayRevenue)} />
        <Line name="Average order today" value={todayAverageOrder === null ? '–' : formatPrice(todayAverageOrder)} />
        <Line name="Orders in the last 7 days" value={formatCount(recentOrdersCount)} />
      </dl>
    </section>
  );
}

/** Back-office §2: stock levels; low is above 0 and below 10. */
export function StockFigures({ products }: Pick<DashboardData, 'products'>) {
  const cards = [
    ['In Stock', products.inStock],
    ['Out of Stock', products.outOfStock],
    ['Low Stock', products.lowStock],
    ['Total', products.total],
  ] as const;
  return (
    <section aria-label="Stock">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {cards.map(([name, value]) => (
          <Card key={name} name={name} value={formatCount(value)} />
        ))}
      </dl>
    </section>
  );
}
