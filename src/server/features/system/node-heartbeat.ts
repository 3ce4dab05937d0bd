import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { CdnPurger } from '#server/platform/cdn/cdn-purger.ts';
import type { CdnState } from '#server/platform/cdn/purge-queue.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { PluginDelay, PluginDelays } from '#server/platform/concurrency/plugin-delays.ts';
import { withTimeLimit } from '#server/platform/concurrency/with-time-limit.ts';
import type { Config } from '#server/platform/config.ts';
import type { RetentionRule } from '#server/platform/database/clean-up.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isConnectionLost } from '#server/platform/database/database-unavailable.ts';
import type { ReadReplica } from '#server/platform/database/read-replica.ts';
import type { Logger } from '#server/platform/log.ts';
import { type DiskSpace, readDiskSpace } from '#server/platform/machine/disk-space.ts';
import { SHOP_VERSION } from './shop-version.ts';
import {
  type NodeCdn,
  type NodeDisk,
  type NodePluginDelay,
  putNode,
  recordSecret,
  removeNode,
} from './system.store.ts';

const EVERY_MS = 30_000;
const STOP_LIMIT_MS = 2_000;

/** Lists this process among the shop's nodes until it stops. */
export async function startHeartbeat({
  db,
  now,
  log,
  cdnPurger,
  config,
  replica,
  orderQueue,
  pluginDelays,
  knownOptions,
  paymentProviders,
  secretIdentity,
}: {
  readonly db: Database;
  readonly now: Clock;
  readonly log: Logger;
  readonly cdnPurger?: Pick<CdnPurger, 'describe'> | undefined;
  readonly config: Pick<Config, 'dataDir' | 'backups'>;
  readonly replica: Pick<ReadReplica, 'isUsed' | 'lagSeconds'> | undefined;
  readonly orderQueue: { waiting(): number };
  readonly pluginDelays: Pick<PluginDelays, 'list'>;
  /** As `optionsOf` names them. */
  readonly knownOptions: readonly string[];
  readonly paymentProviders: { connectedNames(): Promise<readonly string[]> };
  readonly secretIdentity: string;
}): Promise<{ stop(): Promise<void> }> {
  const id = randomUUID();
  const startedAt = now();
  let hasOtherSecret: boolean | undefined;
  const checkSecret = async () => {
    const isOther = (await recordSecret(db, secretIdentity)) !== secretIdentity;
    if (isOther)
      log.error(
        'APP_SECRET differs from the one that encrypted the stored keys and passwords. Restore the original value.',
      );
    return isOther;
  };
  const beat = async () => {
    try {
      hasOtherSecret ??= await checkSecret();
      await putNode(db, {
        id,
        host: hostname(),
        process_id: process.pid,
        version: SHOP_VERSION,
        started_at: startedAt,
        seen_at: now(),
        memory_bytes: process.memoryUsage.rss(),
        cdn: cdnPurger?.describe().map(cdnOfNode) ?? null,
        disks: disksOfNode(await readDiskSpace(config)),
        is_replica_used: replica?.isUsed() ?? null,
        replica_lag_ms: lagMs(replica?.lagSeconds()),
        customers_in_line: orderQueue.waiting(),
        options: knownOptions,
        providers: await paymentProviders.connectedNames(),
        plugin_delays: pluginDelays.list().map(delayOfNode),
        has_other_secret: hasOtherSecret,
      });
    } catch (error) {
      log.debug({ err: error }, 'This node could not be listed');
    }
  };
  await beat();
  let beating = Promise.resolve();
  const timer = setInterval(() => {
    beating = beat();
  }, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      try {
        await withTimeLimit(STOP_LIMIT_MS, async () => {
          await beating;
          await removeNode(db, id);
        });
      } catch (error) {
        // Ctrl+C also stops the embedded database, possibly first. Without heartbeats, the node soon counts as stopped.
        if (!isConnectionLost(error as Error))
          log.warn({ err: error }, 'This node could not be removed from the list of running nodes');
      }
    },
  };
}

const cdnOfNode = ({ host, waiting, purgedAt, failure }: CdnState): NodeCdn => ({
  host,
  waiting,
  purged_at: purgedAt?.toISOString() ?? null,
  last_error: failure ? { at: failure.at.toISOString(), reason: failure.reason } : null,
});

const delayOfNode = ({ longestBlockMs, lastAt, pausedUntil, ...delay }: PluginDelay): NodePluginDelay => ({
  ...delay,
  longest_block_ms: longestBlockMs,
  last_at: lastAt.toISOString(),
  paused_until: pausedUntil?.toISOString() ?? null,
});

/** Folders on the same device are listed once. */
const disksOfNode = (disks: readonly DiskSpace[]): NodeDisk[] =>
  disks
    .filter(({ device }, index) => disks.findIndex((other) => other.device === device) === index)
    .map(({ folder, free_bytes, total_bytes }) => ({ folder, free_bytes, total_bytes }));

const lagMs = (seconds: number | undefined): number | null =>
  seconds === undefined ? null : Math.round(1000 * seconds);

export const nodeRetention: readonly RetentionRule[] = [{ deleteFrom: 'shop_node', column: 'seen_at', keepHours: 1 }];
