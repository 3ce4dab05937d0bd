import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { paged } from '../envelope.ts';
import { page, perPage, singleLine, timestamp } from '../fields.ts';

export const adminBackup = z.object({
  id: z.int(),
  /** `waiting`: it starts within minutes, or again after a failure. */
  status: z.enum(['waiting', 'running', 'stored', 'failed']),
  /** `command`: npm run backup. */
  reason: z.enum(['schedule', 'admin', 'command']),
  requested_by: z.string().nullable(),
  requested_at: timestamp,
  finished_at: timestamp.nullable(),
  attempts: z.int(),
  /** File or object, and where it is stored. */
  name: z.string().nullable(),
  location: z.string().nullable(),
  bytes: z.int().nullable(),
  rows: z.int().nullable(),
  /** Why the last attempt failed; of a stored backup, why older ones could not be deleted. */
  failure: z.string().nullable(),
});
export type AdminBackup = z.output<typeof adminBackup>;

export const adminSystem = z.object({
  version: z.string(),
  node_version: z.string(),
  /** Each as it described itself within the last half minute. */
  nodes: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      process_id: z.int(),
      version: z.string(),
      started_at: timestamp,
      seen_at: timestamp,
      memory_bytes: z.int(),
      /** File systems with DATA_DIR and with the backup folder, one entry if they are the same; empty: unknown. */
      disks: z.array(z.object({ folder: z.enum(['data', 'backups']), free_bytes: z.int(), total_bytes: z.int() })),
      /** The replica of `DATABASE_READ_URL`; null without one. `lag_ms` is null while it cannot be reached. */
      replica: z.object({ is_used: z.boolean(), lag_ms: z.int().nullable() }).nullable(),
      /** Checkouts that wait for their turn on this node; null: unknown. */
      customers_in_line: z.int().nullable(),
      /** Whether its `APP_SECRET` differs from the one that encrypted the stored keys and passwords. */
      has_other_secret: z.boolean(),
    }),
  ),
  database: z.object({ version: z.string(), bytes: z.int(), connections: z.int(), replicas: z.int() }),
  queue: z.object({ waiting: z.int(), running: z.int() }),
  /** Background jobs whose last run failed. */
  failed_jobs: z.array(z.object({ name: z.string(), failed_at: timestamp, failures: z.int(), error: z.string() })),
  last_backup: z.object({ finished_at: timestamp, bytes: z.int().nullable() }).nullable(),
  backup_location: z.string(),
  /** Servers of the CDN, as the nodes reported them within the last half minute; empty without a CDN. */
  cdn: z.array(
    z.object({
      host: z.string(),
      /** Keys whose purge the server has not accepted yet, on all nodes together. */
      waiting: z.int(),
      /** When it last accepted a purge. */
      purged_at: timestamp.nullable(),
      last_error: z.object({ at: timestamp, reason: z.string() }).nullable(),
    }),
  ),
  /**
   * Functions and parts of plug-ins that timed out or blocked a node since it started, as nodes report them every half minute;
   * the most recent first.
   */
  plugin_delays: z.array(
    z.object({
      plugin: z.string(),
      /** Such as `loadProducts`, `GET /questions` or `part in product.tabs`. */
      name: z.string(),
      /** Calls that reached their time limit. */
      timeouts: z.int(),
      /** Calls whose synchronous code kept a node from all other work for at least 200 ms. */
      blocks: z.int(),
      longest_block_ms: z.int(),
      last_at: timestamp,
      /** At least one node does not call or render it until then; null: not paused. */
      paused_until: timestamp.nullable(),
    }),
  ),
});
export type AdminSystem = z.output<typeof adminSystem>;

export const adminSystemEndpoints = defineEndpoints({
  'GET /admin/system': {
    access: 'admin',
    current: true,
    summary: 'Version, nodes with their disks, database, background jobs, the last backup, the CDN and slow plug-ins',
    data: adminSystem,
  },
  'POST /admin/system/jobs/{name}/retry': {
    access: 'admin',
    summary: 'Runs a background job again',
    params: z.object({ name: singleLine(1, 100) }),
    data: z.null(),
    refusals: ['job.not_found'],
  },
  'GET /admin/backups': {
    access: 'admin',
    current: true,
    summary: 'Backups, newest first',
    query: z.object({ page, per_page: perPage }),
    data: paged(adminBackup),
  },
  'POST /admin/backups': {
    access: 'admin',
    summary: 'Requests a backup; it is written in the background',
    status: 202,
    data: adminBackup,
    refusals: ['backup.in_progress'],
  },
});
