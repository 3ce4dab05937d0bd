import { LOW_STOCK_BELOW_IN_STATISTICS } from '#domain/catalogue/stock.ts';
import { addMoney, averageMoney, type Cents, formatDecimal } from '#domain/money/money.ts';
import { dayOf } from '#domain/shop/shop-day.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { centsOf, isShopCurrency } from '#web/shared/money.ts';
import { shop } from '#web/shared/shop/shop.ts';

export interface DashboardData {
  readonly stats: Data<'GET /admin/dashboard/stats'>;
  readonly products: Data<'GET /admin/dashboard/product-stats'>;
  readonly recentOrders: Data<'GET /admin/dashboard/recent-orders'>;
  /** Fallback sources of the figures (back-office §7). */
  readonly source: 'dashboard' | 'aggregated' | 'pending';
}

const MOST = 100;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

const NO_DATA: DashboardData = {
  stats: {
    totalProducts: 0,
    totalOrders: 0,
    totalUsers: 0,
    totalRevenue: '0.00',
    todayOrders: 0,
    todayRevenue: '0.00',
    todayAverageOrder: null,
    recentOrdersCount: 0,
    activeUsersCount: 0,
  },
  products: { total: 0, inStock: 0, outOfStock: 0, lowStock: 0 },
  recentOrders: [],
  source: 'pending',
};

/** Back-office §7: aggregates the lists of orders, users and products; empty when they fail too. */
export async function aggregateDashboard(recent: number): Promise<DashboardData> {
  try {
    return await readLists(recent);
  } catch {
    return NO_DATA;
  }
}

async function readLists(recent: number): Promise<DashboardData> {
  const [orders, users, products] = await Promise.all([
    call('GET /admin/orders', { query: { limit: MOST } }),
    call('GET /admin/users/stats'),
    call('GET /products', { query: { per_page: MOST } }),
  ]);
  const { timezone } = shop();
  const today = dayOf(new Date(), timezone);
  const placedToday = orders.data.filter(({ createdAt }) => dayOf(new Date(createdAt), timezone) === today);
  const averageToday = averageMoney(revenueOf(placedToday), placedToday.filter(isCounted).length);
  const stock = products.data.map(({ stock: units }) => units);
  const count = (is: (units: number) => boolean) => stock.filter(is).length;
  return {
    stats: {
      totalProducts: products.total,
      totalOrders: orders.total,
      totalUsers: users.total,
      totalRevenue: formatDecimal(revenueOf(orders.data)),
      todayOrders: placedToday.length,
      todayRevenue: formatDecimal(revenueOf(placedToday)),
      todayAverageOrder: averageToday === undefined ? null : formatDecimal(averageToday),
      recentOrdersCount: orders.data.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < WEEK_MS).length,
      activeUsersCount: users.active,
    },
    products: {
      total: products.total,
      inStock: count((units) => units > 0),
      outOfStock: count((units) => units <= 0),
      lowStock: count((units) => units > 0 && units < LOW_STOCK_BELOW_IN_STATISTICS),
    },
    recentOrders: orders.data
      .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
      .slice(0, recent),
    source: 'aggregated',
  };
}

interface Paid {
  readonly status: string;
  readonly total: string;
  readonly refundedAmount: string;
  readonly currency: string;
}

/** Only amounts in one currency can be added up. */
const isCounted = ({ status, currency }: Paid): boolean => status !== 'cancelled' && isShopCurrency(currency);

const revenueOf = (orders: readonly Paid[]): Cents =>
  addMoney(...orders.filter(isCounted).map(({ total, refundedAmount }) => centsOf(total) - centsOf(refundedAmount)));
