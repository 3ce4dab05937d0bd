import { describe, expect, it } from 'vitest';
import { addWorkingDays, expectedDelivery } from './delivery-date.ts';

const NEW_YORK = 'America/New_York';

describe('working days', () => {
  it.each([
    ['2026-11-23', 3, '2026-11-26', 'within a week'],
    ['2026-11-25', 3, '2026-11-30', 'across a weekend'],
    ['2026-11-27', 1, '2026-11-30', 'from a Friday'],
    ['2026-11-28', 1, '2026-11-30', 'from a Saturday'],
    ['2026-11-29', 1, '2026-11-30', 'from a Sunday'],
    ['2026-11-23', 10, '2026-12-07', 'across two weekends and a month'],
    ['2026-12-30', 3, '2027-01-04', 'across a year'],
    ['2026-11-25', 0, '2026-11-25', 'the same day'],
    ['2026-11-28', 0, '2026-11-30', 'the same day of a weekend: Monday'],
  ])('%s plus %i is %s: %s', (day, count, expected) => {
    expect(addWorkingDays(day, count)).toBe(expected);
  });
});

describe('the expected delivery', () => {
  const days = { from: 3, to: 5 };

  it('is counted from the day of the order in the shop’s time zone', () => {
    const lateOnMonday = new Date('2026-11-24T03:00:00Z');
    expect(expectedDelivery(lateOnMonday, days, NEW_YORK)).toEqual({ from: '2026-11-26', to: '2026-11-30' });
    expect(expectedDelivery(lateOnMonday, days, 'UTC')).toEqual({ from: '2026-11-27', to: '2026-12-01' });
  });

  it('is one day if the shorter time is as long as the longer one', () => {
    const window = expectedDelivery(new Date('2026-11-23T15:00:00Z'), { from: 1, to: 1 }, NEW_YORK);
    expect(window).toEqual({ from: '2026-11-24', to: '2026-11-24' });
  });

  it('never ends before it begins', () => {
    const window = expectedDelivery(new Date('2026-11-23T15:00:00Z'), { from: 4, to: 2 }, NEW_YORK);
    expect(window).toEqual({ from: '2026-11-27', to: '2026-11-27' });
  });
});
