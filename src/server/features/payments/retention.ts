import type { RetentionRule } from '#server/platform/database/clean-up.ts';

export const paymentRetention: readonly RetentionRule[] = [
  // Providers repeat an event for days, never for months.
  { deleteFrom: 'provider_event', column: 'received_at', keepHours: 90 * 24 },
];
