import type { DashboardStats } from '#contract/admin/dashboard.ts';
import { paymentCurrency } from '#domain/money/currency.ts';
import { averageMoney, formatDecimal } from '#domain/money/money.ts';
import { readSalesFigures } from '#server/features/orders/index.ts';
import { countProducts, countUsers, readDayStarts } from './dashboard.store.ts';
import type { DashboardServices } from './dashboard-services.ts';

/** The figures of the dashboard (back-office §3), of all time and of the shop's day. */
export async function readStatistics({ db, now, settings }: DashboardServices): Promise<DashboardStats> {
  const { timezone, currency } = await settings.get('site');
  const starts = await readDayStarts(db, now(), timezone);
  const [sales, users, products] = await Promise.all([
    readSalesFigures(db, { ...starts, currency: paymentCurrency(currency) }),
    countUsers(db),
    countProducts(db),
  ]);
  const averageToday = averageMoney(sales.todayRevenue, sales.todayCounted);
  return {
    totalProducts: products,
    totalOrders: sales.totalOrders,
    totalUsers: users.total,
    totalRevenue: formatDecimal(sales.totalRevenue),
    todayOrders: sales.todayOrders,
    todayRevenue: formatDecimal(sales.todayRevenue),
    todayAverageOrder: averageToday === undefined ? null : formatDecimal(averageToday),
    recentOrdersCount: sales.weekOrders,
    activeUsersCount: users.active,
  };
}
