/** Periods of the analytics page (back-office §2), in days; each ends today. */
export const ANALYTICS_PERIODS = { '7days': 7, '30days': 30, '90days': 90, '1year': 365 } as const;

export type AnalyticsPeriod = keyof typeof ANALYTICS_PERIODS;

/** Bars of the monthly chart, the current month last (back-office §2). */
export const CHART_MONTHS = 6;

const DAY_MS = 86_400_000;

/** Days of the shop's calendar, inclusive. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** The day this many days earlier: 1 before `2026-03-01` is `2026-02-28`. */
function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
}

/** The days of a period that ends `today`, and the same number of days before. */
export function spansOf(period: AnalyticsPeriod, today: string): { current: DaySpan; previous: DaySpan } {
  const days = ANALYTICS_PERIODS[period];
  const from = daysBefore(today, days - 1);
  return {
    current: { from, to: today },
    previous: { from: daysBefore(from, days), to: daysBefore(from, 1) },
  };
}

/** The month of a day: `2026-11` of `2026-11-21`. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The first and last day of a month such as `2026-02`. */
export function daysOfMonth(month: string): DaySpan {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

/** The months of the chart up to that of `today`, oldest first: `['2026-06', …, '2026-11']`. */
export function chartMonths(today: string): string[] {
  const [year = 0, number = 0] = today.split('-').map(Number);
  return Array.from({ length: CHART_MONTHS }, (_, index) =>
    new Date(Date.UTC(year, number - CHART_MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}
