import type { RetentionRule } from '#server/platform/database/clean-up.ts';

const DAY = 24;

export const searchRetention: readonly RetentionRule[] = [
  // The back office lists thirty days.
  { deleteFrom: 'search_count', column: 'day', keepHours: 30 * DAY },
];
