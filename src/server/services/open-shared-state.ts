import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { postgresTickets } from '../platform/fair-queue/postgres-tickets.store.ts';
import { openRedisTickets } from '../platform/fair-queue/redis-tickets.ts';
import type { SharedTickets } from '../platform/fair-queue/shared-tickets.ts';
import { postgresCounter } from '../platform/rate-limit/postgres-counter.store.ts';
import { openRedisCounter } from '../platform/rate-limit/redis-counter.ts';
import type { SharedCounter } from '../platform/rate-limit/shared-counter.ts';

/** Counters and queues that all nodes share. */
export interface SharedState {
  readonly rateCounter: SharedCounter;
  readonly lineTickets: SharedTickets;
}

/**
 * Opens what nodes share besides the shop's data: in Redis if it is configured, otherwise in PostgreSQL.
 * @param opened closes each part.
 * @param shop tells shops on the same Redis apart.
 */
export async function openSharedState(
  opened: AsyncDisposableStack,
  { redisUrl }: Pick<Config, 'redisUrl'>,
  db: Database,
  shop: string,
): Promise<SharedState> {
  const rateCounter = redisUrl ? await openRedisCounter(redisUrl) : postgresCounter(db);
  opened.defer(() => rateCounter.close());
  const lineTickets = redisUrl ? await openRedisTickets(redisUrl, shop) : postgresTickets(db);
  opened.defer(() => lineTickets.close());
  return { rateCounter, lineTickets };
}
