import type { TimeZone } from './time-zone.ts';

const DAY_MS = 86_400_000;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Made when first needed: an export writes thousands of moments. */
const writers = new Map<TimeZone, Intl.DateTimeFormat>();

/** Swedish dates are written as ISO 8601 orders them. */
function writer(timeZone: TimeZone): Intl.DateTimeFormat {
  let known = writers.get(timeZone);
  if (!known) {
    known = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    writers.set(timeZone, known);
  }
  return known;
}

/** A moment as clocks in a time zone show it, and as every spreadsheet reads it: `2026-11-21 15:42:10`. */
export const shownMoment = (moment: Date, timeZone: TimeZone): string => writer(timeZone).format(moment);

/** The day of a moment in a time zone: `2026-11-21`. */
export function dayOf(moment: Date, timeZone: TimeZone): string {
  return shownMoment(moment, timeZone).slice(0, 10);
}

/**
 * The first moment of a day in a time zone. Clocks are put forward and back at night, hours after midnight, in all zones
 * that the shop knows.
 * @param day `2026-11-21`
 * @returns undefined for what is no day.
 */
export function startOfDay(day: string, timeZone: TimeZone): Date | undefined {
  const [, year, month, date] = ISO_DAY.exec(day) ?? [];
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(date));
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return undefined;
  const shown = Date.parse(`${writer(timeZone).format(midnight).replace(' ', 'T')}Z`);
  const guess = midnight + (midnight - shown);
  // The offset at that moment may be another one than the one at midnight of UTC.
  const again = Date.parse(`${writer(timeZone).format(guess).replace(' ', 'T')}Z`);
  return new Date(guess + (midnight - again));
}

/** The day after: `2026-12-01` follows `2026-11-30`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
