import { expect, test } from 'vitest';
import { chartMonths, daysOfMonth, spansOf } from './analytics-period.ts';

test('a period ends today, and the previous one ends the day before it starts', () => {
  expect(spansOf('7days', '2026-03-03')).toEqual({
    current: { from: '2026-02-25', to: '2026-03-03' },
    previous: { from: '2026-02-18', to: '2026-02-24' },
  });
  expect(spansOf('1year', '2024-12-31').current.from).toBe('2024-01-02');
});

test('the chart shows the current month and the five before, across the turn of the year', () => {
  expect(chartMonths('2026-02-28')).toEqual(['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02']);
});

test('a month has all its days, in leap years too', () => {
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});
