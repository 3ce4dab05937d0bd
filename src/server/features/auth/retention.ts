import type { RetentionRule } from '#server/platform/database/clean-up.ts';

export const authRetention: readonly RetentionRule[] = [
  { deleteFrom: 'email_change', column: 'expires_at', keepHours: 0 },
  { deleteFrom: 'login_challenge', column: 'expires_at', keepHours: 0 },
  { deleteFrom: 'login_failure', column: 'last_failed_at', keepHours: 24 },
];
