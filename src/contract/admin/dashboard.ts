import { z } from 'zod';
import { MAX_PAGE_SIZE } from '#domain/paging.ts';
import { defineEndpoints } from '../endpoint.ts';
import { amount } from '../fields.ts';
import { orderSummary } from './order-summary.ts';

/** Back-office §9: the endpoint's default; the page asks for 5. */
const DEFAULT_RECENT_ORDERS = 10;

/** Back-office §3: dashboard statistics. */
const dashboardStats = z.object({
  totalProducts: z.int(),
  totalOrders: z.int(),
  totalUsers: z.int(),
  /** All time: orders that are not cancelled, minus their refunds. */
  totalRevenue: amount,
  /** Since midnight in the shop's time zone. */
  todayOrders: z.int(),
  todayRevenue: amount,
  /** The orders that make up `todayRevenue`, without cancelled ones; the average is null when there is none. */
  todayAverageOrder: amount.nullable(),
  /** Orders of the last seven days. */
  recentOrdersCount: z.int(),
  /** Users who can log in. */
  activeUsersCount: z.int(),
});
export type DashboardStats = z.output<typeof dashboardStats>;

const productStats = z.object({
  total: z.int(),
  /** Above 0, including low stock. */
  inStock: z.int(),
  outOfStock: z.int(),
  /** Above 0 and below 10. */
  lowStock: z.int(),
});

export const dashboardEndpoints = defineEndpoints({
  'GET /admin/dashboard/stats': {
    access: 'admin',
    summary: 'Totals of products, orders, users and revenue, of all time and today',
    data: dashboardStats,
  },
  'GET /admin/dashboard/product-stats': {
    access: 'admin',
    summary: 'How many products are in stock, low and out of stock',
    data: productStats,
  },
  'GET /admin/dashboard/recent-orders': {
    access: 'admin',
    summary: 'The newest orders',
    query: z.object({ limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_RECENT_ORDERS) }),
    data: z.array(orderSummary),
  },
});
