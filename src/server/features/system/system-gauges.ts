import { findLastStored } from '#server/features/backups/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { GaugeSource } from '#server/platform/telemetry/gauge-source.ts';
import { SHOP_VERSION } from './shop-version.ts';
import { readDatabaseFacts, readQueue } from './system.store.ts';

/** The version of this node; backups, jobs and the size of the database, of which every node reports the same values. */
export const systemGauges = (db: Database): GaugeSource[] => [
  {
    name: 'stoa_build_info',
    help: 'Always 1; the label is the version of this node, and what it was built from',
    labelNames: ['version'],
    read: async () => [{ labels: { version: SHOP_VERSION }, value: 1 }],
  },
  {
    name: 'stoa_last_backup_timestamp_seconds',
    help: 'When the last backup was stored; missing if there is none',
    labelNames: [],
    read: async () => {
      const last = await findLastStored(db);
      return last?.finished_at ? [{ labels: {}, value: last.finished_at.getTime() / 1000 }] : [];
    },
  },
  {
    name: 'stoa_jobs',
    help: 'Background jobs: runs that wait, runs under way, and jobs whose last run failed',
    labelNames: ['state'],
    read: async () => {
      const { waiting, running, failed } = await readQueue(db);
      return Object.entries({ waiting, running, failed: failed.length }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    },
  },
  {
    name: 'stoa_database_bytes',
    help: 'Size of the database',
    labelNames: [],
    read: async () => [{ labels: {}, value: (await readDatabaseFacts(db)).bytes }],
  },
];
