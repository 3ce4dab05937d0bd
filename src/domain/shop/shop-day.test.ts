import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter, dayOf, shownMoment, startOfDay } from './shop-day.ts';
import { TIME_ZONES } from './time-zone.ts';

test.each([
  ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21', 'America/New_York', '2026-11-21T05:00:00.000Z'],
  ['2026-07-01', 'America/Los_Angeles', '2026-07-01T07:00:00.000Z'],
  // The clock goes forward on the first of these nights, and back on the second.
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
] as const)('%s in %s begins at %s', (day, zone, moment) => {
  expect(startOfDay(day, zone)?.toISOString()).toBe(moment);
});

test.each(['', '2026-13-01', '2026-02-30', 'tomorrow', '21.11.2026'])('%j is not a valid day', (text) => {
  expect(startOfDay(text, 'UTC')).toBeUndefined();
});

test('a timestamp is shown in local time', () => {
  const moment = new Date('2026-11-21T20:42:10.500Z');
  expect(shownMoment(moment, 'America/New_York')).toBe('2026-11-21 15:42:10');
  expect(shownMoment(new Date('2026-11-21T05:00:00Z'), 'America/New_York')).toBe('2026-11-21 00:00:00');
});

test('every timestamp is between the start of its day and the start of the next', () => {
  const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.constantFrom(...TIME_ZONES), (at, zone) => {
      const day = dayOf(at, zone);
      expect(startOfDay(day, zone)?.getTime()).toBeLessThanOrEqual(at.getTime());
      expect(startOfDay(dayAfter(day), zone)?.getTime()).toBeGreaterThan(at.getTime());
    }),
  );
});
