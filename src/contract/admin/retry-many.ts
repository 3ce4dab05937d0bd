import { z } from 'zod';
import { grouped } from '#domain/grouped.ts';
import { id } from '../fields.ts';

/** One call is one transaction; more entries need another call. */
export const MAX_RETRIED = 10_000;

/** Which entries of a list are retried: some of them, or the oldest `MAX_RETRIED` whose status is `failed`. */
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
  { error: `Please send 1 to ${grouped(MAX_RETRIED)} \`ids\`, or \`all\` with the value \`failed\`.` },
);
export type RetryMany = z.output<typeof retryMany>;

export const retriedMany = z.object({
  /** How many are retried now. The others are done, in progress, due already or gone. */
  retried: z.int(),
  /** How many with the status `failed` are left. */
  failed: z.int(),
});
export type RetriedMany = z.output<typeof retriedMany>;
