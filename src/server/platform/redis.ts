import type { Redis } from 'ioredis';

/** How long a request waits for a reply before the node continues without Redis. */
const ANSWER_WITHIN_MS = 500;
const CONNECT_WITHIN_MS = 2_000;
const LONGEST_RETRY_MS = 2_000;

/**
 * A connection to Redis 7 or Valkey. Connects and reconnects in the background; commands fail at once while there is no
 * connection.
 */
export async function openRedis(url: string): Promise<Redis> {
  // Loaded only by shops that use it.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    commandTimeout: ANSWER_WITHIN_MS,
    connectTimeout: CONNECT_WITHIN_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(100 * attempt, LONGEST_RETRY_MS),
  });
  // Callers report failures; without this listener, ioredis prints each failed connection attempt.
  redis.on('error', () => undefined);
  return redis;
}

/** @returns the values of a transaction; undefined: a watched key has changed. @throws the first error. */
export function valuesOf(replies: readonly (readonly [Error | null, unknown])[] | null): unknown[] | undefined {
  const failed = replies?.find(([error]) => error);
  if (failed?.[0]) throw failed[0];
  return replies?.map(([, value]) => value);
}
