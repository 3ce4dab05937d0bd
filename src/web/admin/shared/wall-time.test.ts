import { expect, test } from 'vitest';
import { fromWallTime, toWallTime } from './wall-time.ts';

test.each([
  ['2026-11-21T09:00', 'America/New_York', '2026-11-21T14:00:00.000Z'],
  ['2026-07-01T09:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-11-21T09:00', 'UTC', '2026-11-21T09:00:00.000Z'],
])('%s in %s is %s', (wall, timeZone, moment) => {
  expect(fromWallTime(wall, timeZone)).toBe(moment);
  expect(toWallTime(moment, timeZone)).toBe(wall);
});

test('an empty field is an open end', () => {
  expect(fromWallTime('', 'UTC')).toBeNull();
  expect(toWallTime(null, 'UTC')).toBe('');
});

test.each(['0002', '0020', '0202'])('a year that is still being typed, such as %s, is a valid time', (year) => {
  expect(fromWallTime(`${year}-11-21T09:00`, 'America/New_York')).toMatch(new RegExp(`^${year}-11-21T1[34]:`));
  expect(fromWallTime(`${year}-11-21T09:00`, 'UTC')).toBe(`${year}-11-21T09:00:00.000Z`);
});
