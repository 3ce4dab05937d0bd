import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';

export interface SearchServices {
  readonly db: Database;
  readonly now: Clock;
}
