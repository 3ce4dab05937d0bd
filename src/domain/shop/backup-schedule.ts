import { dayAfter, dayOf, startOfDay } from './shop-day.ts';
import type { TimeZone } from './time-zone.ts';

export const BACKUP_SCHEDULES = ['off', 'daily', 'weekly'] as const;
/** 0 is Sunday, as in `Date`. */
export const WEEKDAYS = ['0', '1', '2', '3', '4', '5', '6'] as const;

export interface BackupSchedule {
  readonly backupSchedule: (typeof BACKUP_SCHEDULES)[number];
  /** Hour of the day, 0 to 23, in the shop's time zone. */
  readonly backupHour: number;
  readonly backupWeekday: (typeof WEEKDAYS)[number];
}

const HOUR_MS = 3_600_000;
const DAYS_BACK = 8;

/** The newest time until `now` at which a backup was scheduled; undefined when the schedule is off. */
export function lastScheduledBackup(schedule: BackupSchedule, timeZone: TimeZone, now: Date): Date | undefined {
  if (schedule.backupSchedule === 'off') return undefined;
  let found: Date | undefined;
  let day = dayOf(new Date(now.getTime() - DAYS_BACK * 24 * HOUR_MS), timeZone);
  for (; ; day = dayAfter(day)) {
    const start = startOfDay(day, timeZone);
    if (!start || start > now) return found;
    const at = new Date(start.getTime() + schedule.backupHour * HOUR_MS);
    const isDay = schedule.backupSchedule === 'daily' || new Date(day).getUTCDay() === Number(schedule.backupWeekday);
    if (isDay && at <= now) found = at;
  }
}
