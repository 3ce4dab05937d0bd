/** Whether a write failed because another row has the same value in a unique index. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === '23505';
