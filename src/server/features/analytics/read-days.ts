import type { DaySpan } from '#domain/shop/analytics-period.ts';
import type { TimeZone } from '#domain/shop/time-zone.ts';
import { listDaySales } from '#server/features/orders/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { listDayRegistrations } from './analytics.store.ts';

/** Time zone and currency of the shop. */
export interface ShopContext {
  readonly timeZone: TimeZone;
  /** As stored with orders: `usd`. */
  readonly currency: string;
}

/** Figures of one day; revenue in cents. */
export interface Day {
  readonly date: string;
  readonly revenue: number;
  readonly orders: number;
  readonly cancelled: number;
  readonly customers: number;
}

/** Each day of a period, oldest first. */
export async function readDays(db: Database, span: DaySpan, { timeZone, currency }: ShopContext): Promise<Day[]> {
  const [sales, registrations] = await Promise.all([
    listDaySales(db, { ...span, timeZone, currency }),
    listDayRegistrations(db, { ...span, timeZone }),
  ]);
  return sales.map((day, index) => ({ ...day, customers: registrations[index]?.customers ?? 0 }));
}
