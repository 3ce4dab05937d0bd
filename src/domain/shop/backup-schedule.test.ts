import { expect, test } from 'vitest';
import { type BackupSchedule, lastScheduledBackup } from './backup-schedule.ts';

const NOON = new Date('2026-11-22T12:00:00Z');
const DAILY: BackupSchedule = { backupSchedule: 'daily', backupHour: 3, backupWeekday: '0' };
const last = (schedule: Partial<BackupSchedule>, now = NOON, timeZone: 'UTC' | 'America/New_York' = 'UTC') =>
  lastScheduledBackup({ ...DAILY, ...schedule }, timeZone, now)?.toISOString();

test('no backup is scheduled when the schedule is off', () => {
  expect(last({ backupSchedule: 'off' })).toBeUndefined();
});

test('a daily backup is scheduled today once its hour has come, yesterday before', () => {
  expect(last({ backupHour: 12 })).toBe('2026-11-22T12:00:00.000Z');
  expect(last({ backupHour: 13 })).toBe('2026-11-21T13:00:00.000Z');
  expect(last({ backupHour: 0 })).toBe('2026-11-22T00:00:00.000Z');
});

test('a weekly backup is scheduled on its day', () => {
  // The 22nd is a Sunday.
  expect(last({ backupSchedule: 'weekly' })).toBe('2026-11-22T03:00:00.000Z');
  expect(last({ backupSchedule: 'weekly', backupWeekday: '1' })).toBe('2026-11-16T03:00:00.000Z');
  expect(last({ backupSchedule: 'weekly', backupHour: 13 })).toBe('2026-11-15T13:00:00.000Z');
});

test("hours are those of the shop's time zone", () => {
  expect(last({}, NOON, 'America/New_York')).toBe('2026-11-22T08:00:00.000Z');
  expect(last({ backupHour: 23 }, NOON, 'America/New_York')).toBe('2026-11-22T04:00:00.000Z');
});
