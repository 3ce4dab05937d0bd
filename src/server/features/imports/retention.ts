import type { RetentionRule } from '#server/platform/database/clean-up.ts';

export const importRetention: readonly RetentionRule[] = [
  // The file and its rows. The audit log keeps who imported what.
  { deleteFrom: 'product_import', column: 'created_at', keepHours: 90 * 24 },
];
