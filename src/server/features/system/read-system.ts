import type { AdminSystem } from '#contract/admin/system.ts';
import { findLastStored } from '#server/features/backups/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { combinePluginDelays } from './combine-plugin-delays.ts';
import { SHOP_VERSION } from './shop-version.ts';
import { listNodes, readDatabaseFacts, readQueue, runningSince } from './system.store.ts';
import { combineCdn, nodeView } from './system.view.ts';

export interface SystemServices {
  readonly db: Database;
  readonly now: Clock;
  readonly backups: { readonly store: { readonly location: string } };
}

/** The state of the shop's nodes, database, jobs, backups, CDN and slow plug-ins. */
export async function readSystem({ db, now, backups }: SystemServices): Promise<AdminSystem> {
  const [nodes, database, queue, last] = await Promise.all([
    listNodes(db, runningSince(now())),
    readDatabaseFacts(db),
    readQueue(db),
    findLastStored(db),
  ]);
  return {
    version: SHOP_VERSION,
    node_version: process.versions.node,
    nodes: nodes.map(nodeView),
    database,
    queue: { waiting: queue.waiting, running: queue.running },
    failed_jobs: queue.failed.map(({ name, failed_at, failures, error }) => ({
      name,
      failed_at: failed_at.toISOString(),
      failures,
      error,
    })),
    last_backup: last?.finished_at ? { finished_at: last.finished_at.toISOString(), bytes: last.bytes } : null,
    backup_location: backups.store.location,
    cdn: combineCdn(nodes),
    plugin_delays: combinePluginDelays(nodes, now()),
  };
}
