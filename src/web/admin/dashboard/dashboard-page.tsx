import { useState } from 'react';
import { useAuth } from '#web/shared/auth/auth.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../shared/list/list-view.tsx';
import { adminMeta } from '../shared/page-header.tsx';
import { type DashboardData, useDashboard } from './dashboard-data.ts';
import { ExportDialog } from './export-dialog.tsx';
import { ShopFigures, StockFigures, TodaysPerformance } from './figures.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { SetupSteps } from './setup-steps.tsx';

export const meta = () => adminMeta('Dashboard');

/** Back-office §2 and §8. */
export default function DashboardPage() {
  const { user } = useAuth();
  const { data, error, refetch } = useDashboard();
  return (
    <>
      <h1 className="text-h2">Dashboard</h1>
      <p className="mt-1 mb-6 text-muted">
        Welcome back, <bdi>{user?.name}</bdi>. Here is your shop today.
      </p>
      {data && <Overview data={data} />}
      {!data && error && (
        <FailedList
          title="Error Loading Dashboard"
          error={new Error(error.message || 'Failed to load dashboard data')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Waiting />}
    </>
  );
}

function Overview({ data }: { data: DashboardData }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {data.source === 'aggregated' && (
        <Banner tone="warning">
          Dashboard data loaded from individual endpoints. Full dashboard API pending implementation.
        </Banner>
      )}
      {data.source === 'pending' && (
        <Banner tone="danger">Backend API endpoints not implemented yet. Dashboard showing placeholder data.</Banner>
      )}
      {data.source === 'dashboard' && data.stats.totalOrders === 0 && (
        <SetupSteps products={data.stats.totalProducts} />
      )}
      <ShopFigures {...data} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid grid-cols-1 gap-6">
          <RecentOrders orders={data.recentOrders} />
          <StockFigures {...data} />
        </div>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1 xl:pt-8">
          <TodaysPerformance {...data} />
          <QuickActions />
        </div>
      </div>
    </div>
  );
}

function QuickActions() {
  const [isExporting, setExporting] = useState(false);
  return (
    <section className="panel px-5 py-4">
      <h2 className="mb-3 font-sans text-base font-semibold tracking-normal">Quick Actions</h2>
      <div className="grid gap-2">
        <Link to="/admin/products?new=1" className={buttonClass('primary', 'button-small')}>
          <Icon name="plus" /> Add New Product
        </Link>
        <Button look="secondary" small onClick={() => setExporting(true)}>
          <Icon name="download" /> Export Reports
        </Button>
      </div>
      {isExporting && <ExportDialog onClose={() => setExporting(false)} />}
    </section>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the dashboard" className="grid gap-6">
      <div className="grid gap-3 min-[360px]:grid-cols-2 xl:grid-cols-4">
        {['products', 'orders', 'users', 'revenue'].map((card) => (
          <Skeleton key={card} className="h-27" />
        ))}
      </div>
      <Skeleton className="h-84" />
    </div>
  );
}
