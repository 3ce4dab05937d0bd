import { sql } from 'kysely';
import type { Database, Handle } from '#server/platform/database/database.ts';
import type { DiskSpace } from '#server/platform/machine/disk-space.ts';

export interface NodeRow {
  readonly id: string;
  readonly host: string;
  readonly process_id: number;
  readonly version: string;
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly memory_bytes: number;
  /** Servers of the CDN. */
  readonly cdn: readonly NodeCdn[] | null;
  /** Null in the row of a node of an earlier release, as is `customers_in_line`. */
  readonly disks: readonly NodeDisk[] | null;
  /** Null without a replica. */
  readonly is_replica_used: boolean | null;
  /** Null if there is no replica, or if it cannot be reached. */
  readonly replica_lag_ms: number | null;
  readonly customers_in_line: number | null;
  /** See {@link optionsOf}; null in the row of a node of an earlier release. */
  readonly options: readonly string[] | null;
  /** Names of the payment providers that the node is connected to; null in the row of a node of an earlier release. */
  readonly providers: readonly string[] | null;
  /** Null in the row of a node of an earlier release. */
  readonly plugin_delays: readonly NodePluginDelay[] | null;
  /** Null in the row of a node of an earlier release. */
  readonly has_other_secret: boolean | null;
}

/** Names the options that a plug-in declares, for `shop_node.options`. */
export const optionsOf = (kind: 'cart-line' | 'checkout', plugin: string): string => `${kind}:${plugin}`;

export type NodeDisk = Pick<DiskSpace, 'folder' | 'free_bytes' | 'total_bytes'>;

/** A server of the CDN, as one node knows it. */
export interface NodeCdn {
  readonly host: string;
  readonly waiting: number;
  readonly purged_at: string | null;
  readonly last_error: { readonly at: string; readonly reason: string } | null;
}

/** The delays that a function or part of a plug-in caused on one node. */
export interface NodePluginDelay {
  readonly plugin: string;
  readonly name: string;
  readonly timeouts: number;
  readonly blocks: number;
  readonly longest_block_ms: number;
  readonly last_at: string;
  readonly paused_until: string | null;
}

export async function putNode(db: Database, node: NodeRow): Promise<void> {
  const facts = {
    ...node,
    options: node.options && [...node.options],
    providers: node.providers && [...node.providers],
    cdn: node.cdn && JSON.stringify(node.cdn),
    disks: node.disks && JSON.stringify(node.disks),
    plugin_delays: node.plugin_delays && JSON.stringify(node.plugin_delays),
  };
  const { seen_at, memory_bytes, cdn, disks, is_replica_used, replica_lag_ms, customers_in_line, plugin_delays } =
    facts;
  const state = { disks, is_replica_used, replica_lag_ms, customers_in_line, plugin_delays };
  const current = { seen_at, memory_bytes, cdn, providers: facts.providers, ...state };
  await db
    .insertInto('shop_node')
    .values(facts)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(current))
    .execute();
}

export async function removeNode(db: Database, id: string): Promise<void> {
  await db.deleteFrom('shop_node').where('id', '=', id).execute();
}

/**
 * Records which APP_SECRET the shop uses, unless it is recorded already.
 * @returns the recorded one.
 */
export async function recordSecret(db: Database, identity: string): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    WITH added AS (
      INSERT INTO app_secret_identity (identity) VALUES (${identity}) ON CONFLICT DO NOTHING RETURNING identity
    )
    SELECT identity FROM added UNION ALL SELECT identity FROM app_secret_identity`.execute(db);
  // None: another node has just recorded one, which this statement does not see yet.
  return rows[0]?.identity ?? recordSecret(db, identity);
}

/** Accepts the APP_SECRET of the next node that starts. */
export async function forgetSecret(db: Database): Promise<void> {
  await db.deleteFrom('app_secret_identity').execute();
}

/** A node counts as running until it has missed three heartbeats. */
const NODE_GONE_MS = 90_000;

/** Nodes that have been seen after this time are running. */
export const runningSince = (at: Date): Date => new Date(at.getTime() - NODE_GONE_MS);

/** Whether a running node knows one of these options, as {@link optionsOf} names them. */
export async function isKnownByAnyNode(db: Handle, options: readonly string[], at: Date): Promise<boolean> {
  const node = await db
    .selectFrom('shop_node')
    .select('id')
    .where('seen_at', '>=', runningSince(at))
    .where('options', '&&', sql<string[]>`${[...options]}::text[]`)
    .limit(1)
    .executeTakeFirst();
  return node !== undefined;
}

/**
 * Which of these payment providers a running node is connected to. A node of an earlier release does not say, and may have any of
 * them.
 */
export async function listConnectedProviders(
  db: Handle,
  names: readonly string[],
  at: Date,
): Promise<readonly { readonly name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM unnest(${[...names]}::text[]) AS given (name)
     WHERE EXISTS (SELECT FROM shop_node
                    WHERE seen_at >= ${runningSince(at)} AND (providers IS NULL OR name = ANY (providers)))`.execute(
    db,
  );
  return rows;
}

/** More nodes than a page can show help nobody. */
const MAX_NODES = 100;

export function listNodes(db: Database, seenSince: Date): Promise<NodeRow[]> {
  return db
    .selectFrom('shop_node')
    .select(['id', 'host', 'process_id', 'version', 'started_at', 'seen_at', 'memory_bytes', 'cdn'])
    .select([
      'disks',
      'is_replica_used',
      'replica_lag_ms',
      'customers_in_line',
      'options',
      'providers',
      'plugin_delays',
      'has_other_secret',
    ])
    .$castTo<NodeRow>()
    .where('seen_at', '>=', seenSince)
    .orderBy('started_at')
    .orderBy('id')
    .limit(MAX_NODES)
    .execute();
}

export interface DatabaseFacts {
  readonly version: string;
  readonly bytes: number;
  readonly connections: number;
  readonly replicas: number;
}

/** Replicas are those that the shop's role may see. */
export async function readDatabaseFacts(db: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
           (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections,
           (SELECT count(*) FROM pg_stat_replication) AS replicas`.execute(db);
  return rows[0] ?? { version: '', bytes: 0, connections: 0, replicas: 0 };
}

export interface FailedJob {
  readonly name: string;
  readonly failed_at: Date;
  readonly failures: number;
  readonly error: string;
}

/** Jobs whose last run failed, with what they said. Empty before the first start of the job queue. */
export async function readQueue(
  db: Database,
): Promise<{ readonly waiting: number; readonly running: number; readonly failed: FailedJob[] }> {
  const { rows: found } = await sql<{
    exists: boolean;
  }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS exists`.execute(db);
  if (!found[0]?.exists) return { waiting: 0, running: 0, failed: [] };
  const [counted, failed] = await Promise.all([
    sql<{ waiting: number; running: number }>`
      SELECT count(*) FILTER (WHERE state IN ('created', 'retry')) AS waiting,
             count(*) FILTER (WHERE state = 'active') AS running
        FROM pgboss.job WHERE state < 'completed'`.execute(db),
    sql<FailedJob>`
      SELECT j.name, max(j.completed_on) AS failed_at, count(*) AS failures,
             (array_agg(COALESCE(j.output ->> 'message', 'unknown') ORDER BY j.completed_on DESC))[1] AS error
        FROM pgboss.job j
       WHERE j.state = 'failed'
         AND NOT EXISTS (SELECT FROM pgboss.job later
                          WHERE later.name = j.name AND later.state = 'completed' AND later.completed_on > j.completed_on)
       GROUP BY j.name
       ORDER BY 2 DESC`.execute(db),
  ]);
  return { waiting: 0, running: 0, ...counted.rows[0], failed: failed.rows };
}
