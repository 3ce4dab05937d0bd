import type { SharedCounter } from './shared-counter.ts';

/** How long a login waits for its count; after that, the node counts for itself. */
const ANSWER_WITHIN_MS = 500;
const CONNECT_WITHIN_MS = 2_000;
const LONGEST_RETRY_MS = 2_000;
const PREFIX = 'stoa:rate:';

/**
 * Counts in Redis 7 or Valkey. Connects and reconnects in the background; `add` fails at once while there is no
 * connection.
 */
export async function openRedisCounter(url: string): Promise<SharedCounter> {
  // Loaded only by shops that use it.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    commandTimeout: ANSWER_WITHIN_MS,
    connectTimeout: CONNECT_WITHIN_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(100 * attempt, LONGEST_RETRY_MS),
  });
  // Callers of `add` report failures; without this listener, ioredis prints each failed connection attempt.
  redis.on('error', () => undefined);
  return {
    async add(hits) {
      const transaction = redis.multi();
      for (const { client, hits: added, windowMs } of hits) {
        const key = PREFIX + client.toString('base64url');
        transaction.incrby(key, added).pexpire(key, Math.ceil(windowMs), 'NX').pttl(key);
      }
      const replies = (await transaction.exec()) ?? [];
      const failed = replies.find(([error]) => error);
      if (failed?.[0]) throw failed[0];
      return hits.map((_, at) => ({
        hits: Number(replies[3 * at]?.[1]),
        endsInMs: Math.max(1, Number(replies[3 * at + 2]?.[1])),
      }));
    },
    async close() {
      redis.disconnect();
    },
  };
}
