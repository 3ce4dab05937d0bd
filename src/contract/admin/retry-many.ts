import { z } from 'zod';
import { id } from '../fields.ts';

/** A retry is one transaction; more are retried by another call. */
export const MAX_RETRIED = 10_000;

/** Which entries of a list are retried: some of them, or all that failed for the last time, the oldest 10,000 first. */
export const retryMany = z.union(
  [
    z.strictObject({
      ids: z
        .array(id)
        .min(1)
        .max(MAX_RETRIED)
        .transform((ids) => [...new Set(ids)]),
    }),
    z.strictObject({ all: z.literal('failed') }),
  ],
  { error: 'Please send 1 to 10,000 `ids`, or `all` with the value `failed`.' },
);
export type RetryMany = z.output<typeof retryMany>;

export const retriedMany = z.object({
  /** Those that are retried now; others are done, in progress, due already or gone. */
  retried: z.int(),
  /** Those left that failed for the last time. */
  failed: z.int(),
});
export type RetriedMany = z.output<typeof retriedMany>;
