import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { aggregateDashboard, type DashboardData } from './dashboard-fallback.ts';

/** Back-office §9. */
const RECENT_ORDERS = 5;

export type { DashboardData } from './dashboard-fallback.ts';

/** The dashboard's three calls, concurrently; on a 404 it uses other endpoints. */
export const useDashboard = () =>
  useQuery({
    queryKey: ['admin-dashboard'],
    // After adding the first product, it is counted on return.
    staleTime: 0,
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
