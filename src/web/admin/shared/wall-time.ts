/** A formatter for each time zone; Swedish dates use ISO 8601 order. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function wallTime(at: Date, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    formatters.set(timeZone, formatter);
  }
  // A year that is still being typed, such as 202, has fewer digits.
  return formatter.format(at).replace(' ', 'T').padStart('2026-11-21T15:42'.length, '0');
}

/** A timestamp for a `datetime-local` input in the shop's time zone: `2026-11-21T15:42`; empty for an open end. */
export const toWallTime = (moment: string | null, timeZone: string): string =>
  moment === null ? '' : wallTime(new Date(moment), timeZone);

/** What such an input means, as ISO 8601 in UTC; null for an empty or impossible one. Any year of four digits has a meaning. */
export function fromWallTime(wall: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${wall}Z`);
  if (wall === '' || Number.isNaN(asUtc)) return null;
  const offsetAt = (at: number) => Date.parse(`${wallTime(new Date(at), timeZone)}Z`) - at;
  const guess = asUtc - offsetAt(asUtc);
  // The offset at that time may differ from the one at the same digits in UTC.
  return new Date(asUtc - offsetAt(guess)).toISOString();
}
