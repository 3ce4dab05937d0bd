import type { RetentionRule } from '#server/platform/database/clean-up.ts';

export const newsletterRetention: readonly RetentionRule[] = [
  // Only addresses that were never confirmed expire.
  { deleteFrom: 'newsletter_subscription', column: 'expires_at', keepHours: 0 },
];
