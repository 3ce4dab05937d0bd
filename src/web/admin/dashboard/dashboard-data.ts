import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { aggregateDashboard } from './dashboard-fallback.ts';

/** Back-office §9. */
const RECENT_ORDERS = 5;

export interface DashboardData {
  readonly stats: Data<'GET /admin/dashboard/stats'>;
  readonly products: Data<'GET /admin/dashboard/product-stats'>;
  readonly recentOrders: Data<'GET /admin/dashboard/recent-orders'>;
  /** Where the figures come from, when not from the dashboard's own calls (back-office §7). */
  readonly source: 'dashboard' | 'aggregated' | 'pending';
}

/** The dashboard's three calls, issued at once; on a 404 what the other calls tell. */
export const useDashboard = () =>
  useQuery({
    queryKey: ['admin-dashboard'],
    queryFn: ({ signal }): Promise<DashboardData> =>
      readDashboard(signal).catch((error) => {
        if (error instanceof ApiError && error.status === 404) return aggregateDashboard(RECENT_ORDERS);
        throw error;
      }),
  });

async function readDashboard(signal: AbortSignal): Promise<DashboardData> {
  const [stats, products, recentOrders] = await Promise.all([
    call('GET /admin/dashboard/stats', {}, { signal }),
    call('GET /admin/dashboard/product-stats', {}, { signal }),
    call('GET /admin/dashboard/recent-orders', { query: { limit: RECENT_ORDERS } }, { signal }),
  ]);
  return { stats, products, recentOrders, source: 'dashboard' };
}
