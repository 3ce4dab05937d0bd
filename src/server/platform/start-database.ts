import { copyDatabase, type ShopTables } from './backup/copy-database.ts';
import type { Config } from './config.ts';
import {
  checkBackupAddress,
  type DatabaseConnection,
  directConnection,
  inspectConnection,
  inspectReplica,
} from './database/connection.ts';
import { findRunningDatabase, startEmbeddedPostgres } from './embedded-postgres/index.ts';
import type { Logger } from './log.ts';
import { prepareDataDir } from './machine/data-dir.ts';

export interface StartedDatabase {
  readonly connection: DatabaseConnection;
  /** Stops the embedded server; no effect on an external server. */
  stop(): Promise<void>;
}

/**
 * Uses the PostgreSQL of `DATABASE_URL`, or starts the embedded one in `DATA_DIR`.
 * @param loadTables what an upgrade of the embedded database to another major version of PostgreSQL needs. Without it,
 * such a database is refused.
 */
export async function startDatabase(
  config: Config,
  log: Logger,
  loadTables?: () => Promise<ShopTables>,
): Promise<StartedDatabase> {
  if (config.databaseUrl) {
    await prepareDataDir(config.dataDir);
    const connection = await inspectConnection(config.databaseUrl, config.databaseDirectUrl);
    const { databaseReadUrl: url, databaseBackupUrl: backupUrl } = config;
    if (backupUrl !== undefined) await checkBackupAddress(config.databaseUrl, backupUrl);
    const replica = url === undefined ? {} : { replica: { url, traits: await inspectReplica(url) } };
    return {
      connection: { ...connection, ...replica, ...(backupUrl !== undefined && { backupUrl }) },
      stop: async () => undefined,
    };
  }
  // In addition to the pool: jobs, listener, and room for psql and a backup.
  const settings = { max_connections: String(config.databasePool + 40) };
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    settings,
    ...(loadTables && {
      copyData: async (from, to, report) => copyDatabase(from, to, await loadTables(), report),
    }),
  });
  return { connection: directConnection(url), stop };
}

/** For scripts: the database of `DATABASE_URL`, of the running shop, or the embedded one, started. */
export async function reachDatabase(config: Config, log: Logger): Promise<StartedDatabase> {
  const running = config.databaseUrl ? undefined : await findRunningDatabase(config.dataDir);
  if (running === undefined) return startDatabase(config, log);
  return { connection: directConnection(running), stop: async () => undefined };
}
