import { openRedis, valuesOf } from '../redis.ts';
import type { SharedCounter } from './shared-counter.ts';

const PREFIX = 'stoa:rate:';

/** Counts in Redis 7 or Valkey. */
export async function openRedisCounter(url: string): Promise<SharedCounter> {
  const redis = await openRedis(url);
  return {
    async add(hits) {
      const transaction = redis.multi();
      for (const { client, hits: added, windowMs } of hits) {
        const key = PREFIX + client.toString('base64url');
        transaction.incrby(key, added).pexpire(key, Math.ceil(windowMs), 'NX').pttl(key);
      }
      const values = valuesOf(await transaction.exec()) ?? [];
      return hits.map((_, at) => ({ hits: Number(values[3 * at]), endsInMs: Math.max(1, Number(values[3 * at + 2])) }));
    },
    async close() {
      redis.disconnect();
    },
  };
}
