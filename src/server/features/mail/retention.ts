import type { RetentionRule } from '#server/platform/database/clean-up.ts';

/** A mail that waits to be sent is kept. */
export const mailRetention = (days: number): RetentionRule => ({
  deleteFrom: 'mail',
  column: 'created_at',
  keepHours: days * 24,
  where: "status <> 'queued'",
});
