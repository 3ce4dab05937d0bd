import { findLastStored } from '#server/features/backups/index.ts';
import type { Config } from '#server/platform/config.ts';
import type { ConnectionCounts, Database } from '#server/platform/database/database.ts';
import { type DiskSpace, readDiskSpace } from '#server/platform/machine/disk-space.ts';
import type { GaugeSource } from '#server/platform/telemetry/gauge-source.ts';
import { SHOP_VERSION } from './shop-version.ts';
import { readDatabaseFacts, readQueue } from './system.store.ts';

interface GaugeServices {
  readonly config: Pick<Config, 'dataDir' | 'backups'>;
  readonly db: Database;
  readonly countConnections: () => ConnectionCounts;
}

/** What the system page shows, for `/metrics`. */
export const systemGauges = (services: GaugeServices): GaugeSource[] => [
  // First: gauges are read in this order, and connections are counted before other gauges use some.
  ...gaugesOfNode(services),
  ...gaugesOfShop(services.db),
];

/** Every node reports the same values. */
const gaugesOfShop = (db: Database): GaugeSource[] => [
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

const gaugesOfNode = ({ config, countConnections }: GaugeServices): GaugeSource[] => {
  const ofFolders = (read: (disk: DiskSpace) => number) => async () =>
    (await readDiskSpace(config)).map((disk) => ({ labels: { folder: disk.folder }, value: read(disk) }));
  return [
    {
      name: 'stoa_build_info',
      help: 'Always 1; the label is the version of the node',
      labelNames: ['version'],
      read: async () => [{ labels: { version: SHOP_VERSION }, value: 1 }],
    },
    {
      name: 'stoa_disk_free_bytes',
      help: 'Free space of the file system with DATA_DIR (data), and of that with the backup folder (backups)',
      labelNames: ['folder'],
      read: ofFolders(({ free_bytes }) => free_bytes),
    },
    {
      name: 'stoa_disk_bytes',
      help: 'Size of the file system with DATA_DIR (data), and of that with the backup folder (backups)',
      labelNames: ['folder'],
      read: ofFolders(({ total_bytes }) => total_bytes),
    },
    {
      name: 'stoa_database_connections',
      help: 'Connections of this node to the database that are used or idle, and how many requests and jobs wait for one',
      labelNames: ['state'],
      read: async () => Object.entries(countConnections()).map(([state, value]) => ({ labels: { state }, value })),
    },
  ];
};
