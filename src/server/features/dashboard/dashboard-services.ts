import type { Settings } from '#server/features/settings/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';

export interface DashboardServices {
  readonly db: Database;
  readonly now: Clock;
  readonly settings: Settings;
}
