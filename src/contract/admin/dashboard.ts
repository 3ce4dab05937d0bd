import { z } from 'zod';
import { MAX_PAGE_SIZE } from '#domain/paging.ts';
import { MAX_PALETTE_SEARCH } from '#domain/search/search-limits.ts';
import { defineEndpoints } from '../endpoint.ts';
import { amount, BACKWARD, day, id, idParam, isForward, singleLine, timestamp } from '../fields.ts';
import { orderStatus, paymentStatus } from '../storefront/orders.ts';

/** Back-office §9: the endpoint's default; the page asks for 5. */
const DEFAULT_RECENT_ORDERS = 10;
/** Results per kind in the command palette. */
export const MAX_FOUND = 5;
/** Rows per response of a report. */
export const REPORT_CHUNK = 1000;

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

const recentOrder = z.object({
  id: z.int(),
  order_number: z.string(),
  status: orderStatus,
  /** Currency of the amounts: an order keeps the currency it was placed in. */
  currency: z.string(),
  total: amount,
  total_amount: amount,
  user: z.object({ name: z.string(), email: z.string() }),
  created_at: timestamp,
  createdAt: timestamp,
});
export type RecentOrder = z.output<typeof recentOrder>;

const days = { from: day, to: day };

const orderReportRow = z.object({
  id,
  order_number: z.string(),
  created_at: timestamp,
  customer_name: z.string(),
  customer_email: z.string(),
  status: orderStatus,
  payment_status: paymentStatus,
  items: z.int(),
  currency: z.string(),
  subtotal: amount,
  discount: amount,
  /** On the whole order, by plug-ins; those of lines are in the subtotal. */
  adjustments: amount,
  tax: amount,
  shipping: amount,
  total: amount,
  refunded: amount,
  /** Contribution to revenue: zero for cancelled orders. */
  revenue: amount,
});
export type OrderReportRow = z.output<typeof orderReportRow>;

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
    data: z.array(recentOrder),
  },
  'GET /admin/reports/orders': {
    access: 'admin',
    summary: 'The orders of a period (days inclusive), oldest first; `after` continues after an id',
    query: z.object({ ...days, after: idParam.optional() }).refine(isForward, BACKWARD),
    data: z.object({
      total: z.int(),
      rows: z.array(orderReportRow),
      /** Value of `after` for the next part; null at the end. */
      next: z.int().nullable(),
    }),
  },
  'GET /admin/reports/sales': {
    access: 'admin',
    summary: 'Orders and revenue of each day of a period with orders',
    query: z.object(days).refine(isForward, BACKWARD),
    data: z.object({
      /** Currency of the revenue; orders in other currencies are not included. */
      currency: z.string(),
      rows: z.array(z.object({ date: day, orders: z.int(), cancelled: z.int(), items: z.int(), revenue: amount })),
    }),
  },
  'GET /admin/search': {
    access: 'admin',
    summary: 'Orders, products and users by number, name, SKU or address; at most five of each',
    query: z.object({ q: singleLine(1, MAX_PALETTE_SEARCH) }),
    data: z.object({
      orders: z.array(recentOrder),
      products: z.array(
        z.object({ id: z.int(), name: z.string(), slug: z.string(), sku: z.string(), is_active: z.boolean() }),
      ),
      users: z.array(z.object({ id: z.int(), name: z.string(), email: z.string(), is_admin: z.boolean() })),
    }),
  },
});
