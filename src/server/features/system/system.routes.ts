import type { AdminSystem, adminSystemEndpoints } from '#contract/admin/system.ts';
import { findLastStored } from '#server/features/backups/index.ts';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { SHOP_VERSION } from './shop-version.ts';
import { listNodes, type NodeRow, readDatabaseFacts, readQueue, runningSince } from './system.store.ts';

type Calls = Pick<typeof adminSystemEndpoints, 'GET /admin/system' | 'POST /admin/system/jobs/{name}/retry'>;

interface SystemServices {
  readonly db: Database;
  readonly now: Clock;
  readonly jobs: Pick<Jobs, 'names' | 'request'>;
  readonly backups: { readonly store: { readonly location: string } };
}

export function systemHandlers(services: SystemServices): Handlers<Calls> {
  const { db, now, jobs } = services;
  return {
    'GET /admin/system': async () => respond(await readSystem(services)),
    'POST /admin/system/jobs/{name}/retry': async ({ params: { name }, caller, request }) => {
      if (!jobs.names().includes(name)) throw new Refusal('job.not_found');
      await inTransaction(db, (tx) =>
        recordAudit(tx, {
          actor: caller,
          request,
          action: 'job.retried',
          entity: 'job',
          entityId: name,
          before: null,
          after: null,
          at: now(),
        }),
      );
      await jobs.request(name);
      return respond(null, 'The job runs again within seconds.');
    },
  };
}

async function readSystem({ db, now, backups }: SystemServices): Promise<AdminSystem> {
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
  };
}

const nodeView = (node: NodeRow): AdminSystem['nodes'][number] => ({
  id: node.id,
  host: node.host,
  process_id: node.process_id,
  version: node.version,
  started_at: node.started_at.toISOString(),
  seen_at: node.seen_at.toISOString(),
  memory_bytes: node.memory_bytes,
  disks: [...(node.disks ?? [])],
  replica: node.is_replica_used === null ? null : { is_used: node.is_replica_used, lag_ms: node.replica_lag_ms },
  customers_in_line: node.customers_in_line,
});

/** Usually one node purges, but every node purges its lists, and another one takes over when that node stops. */
function combineCdn(nodes: readonly Pick<NodeRow, 'cdn'>[]): AdminSystem['cdn'] {
  const servers = new Map<string, AdminSystem['cdn'][number]>();
  for (const one of nodes.flatMap(({ cdn }) => cdn ?? [])) {
    const other = servers.get(one.host);
    servers.set(one.host, {
      host: one.host,
      waiting: one.waiting + (other?.waiting ?? 0),
      purged_at:
        [one.purged_at, other?.purged_at]
          .filter((at) => at != null)
          .toSorted()
          .at(-1) ?? null,
      last_error: latest(one.last_error, other?.last_error ?? null),
    });
  }
  return [...servers.values()].toSorted((a, b) => (a.host < b.host ? -1 : 1));
}

const latest = <T extends { readonly at: string }>(a: T | null, b: T | null): T | null =>
  a && b ? (a.at > b.at ? a : b) : (a ?? b);
