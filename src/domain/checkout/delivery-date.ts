import { dayAfter, dayOf } from '../shop/shop-day.ts';
import type { TimeZone } from '../shop/time-zone.ts';

/** How many working days a delivery takes, counted from the day of the order. */
export interface DeliveryDays {
  readonly from: number;
  readonly to: number;
}

/** The first and the last day on which a delivery is expected: `2026-11-25`. */
export interface DeliveryWindow {
  readonly from: string;
  readonly to: string;
}

/** The most days that a shipping method can take. */
export const MAX_DELIVERY_DAYS = 90;

const SATURDAY = 6;
const SUNDAY = 0;

/** Monday to Friday. Public holidays differ between the countries the shop ships to, and are not considered. */
function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== SATURDAY && weekday !== SUNDAY;
}

/** The working day that is `count` working days after a day; 0 is the day itself, or the Monday after a weekend. */
export function addWorkingDays(day: string, count: number): string {
  let reached = day;
  for (let left = count; left > 0 || !isWorkingDay(reached); ) {
    reached = dayAfter(reached);
    if (isWorkingDay(reached)) left -= 1;
  }
  return reached;
}

/** When an order placed at this time is expected to arrive. */
export function expectedDelivery(placedAt: Date, { from, to }: DeliveryDays, timeZone: TimeZone): DeliveryWindow {
  const day = dayOf(placedAt, timeZone);
  return { from: addWorkingDays(day, from), to: addWorkingDays(day, Math.max(from, to)) };
}
