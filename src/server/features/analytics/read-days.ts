import type { DaySpan } from '#domain/analytics-period.ts';
import type { TimeZone } from '#domain/time-zone.ts';
import { listDaySales } from '#server/features/orders/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { listDayRegistrations } from './analytics.store.ts';

/** Where the shop is, and what it is paid in. */
export interface Place {
  readonly timeZone: TimeZone;
  /** As orders spell it: `usd`. */
  readonly currency: string;
}

/** What came in on one day; revenue in cents. */
export interface Day {
  readonly date: string;
  readonly revenue: number;
  readonly orders: number;
  readonly cancelled: number;
  readonly customers: number;
}

/** Each day of a span, oldest first. */
export async function readDays(db: Database, span: DaySpan, { timeZone, currency }: Place): Promise<Day[]> {
  const [sales, registrations] = await Promise.all([
    listDaySales(db, { ...span, timeZone, currency }),
    listDayRegistrations(db, { ...span, timeZone }),
  ]);
  return sales.map((day, index) => ({ ...day, customers: registrations[index]?.customers ?? 0 }));
}
