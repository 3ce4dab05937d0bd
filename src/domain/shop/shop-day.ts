import type { TimeZone } from './time-zone.ts';

const DAY_MS = 86_400_000;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A pure cache, one formatter per time zone: an export writes thousands of timestamps. */
const writers = new Map<TimeZone, Intl.DateTimeFormat>();

/** Swedish dates use ISO 8601 order. */
function writer(timeZone: TimeZone): Intl.DateTimeFormat {
  let known = writers.get(timeZone);
  if (!known) {
    known = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    writers.set(timeZone, known);
  }
  return known;
}

/** A timestamp in local time of a time zone, as spreadsheets read it: `2026-11-21 15:42:10`. */
export const shownMoment = (moment: Date, timeZone: TimeZone): string => writer(timeZone).format(moment);

/** The day of a timestamp in a time zone: `2026-11-21`. */
export function dayOf(moment: Date, timeZone: TimeZone): string {
  return shownMoment(moment, timeZone).slice(0, 10);
}

/**
 * The start of a day in a time zone. In all supported zones the clocks change at night, hours after midnight.
 * @param day `2026-11-21`
 * @returns undefined for an invalid day.
 */
export function startOfDay(day: string, timeZone: TimeZone): Date | undefined {
  const [, year, month, date] = ISO_DAY.exec(day) ?? [];
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(date));
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return undefined;
  const shown = Date.parse(`${writer(timeZone).format(midnight).replace(' ', 'T')}Z`);
  const guess = midnight + (midnight - shown);
  // The offset at that time may differ from the one at midnight UTC.
  const again = Date.parse(`${writer(timeZone).format(guess).replace(' ', 'T')}Z`);
  return new Date(guess + (midnight - again));
}

/** The day after: `2026-12-01` follows `2026-11-30`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
