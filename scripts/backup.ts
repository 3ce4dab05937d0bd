import { recordCommand } from '#server/features/backups/index.ts';
import { backupName } from '#server/platform/backup/backup-store.ts';
import { verifyBackup } from '#server/platform/backup/verify-backup.ts';
import { writeBackup } from '#server/platform/backup/write-backup.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { createLog } from '#server/platform/log.ts';
import { findAppSecret, identifySecret } from '#server/platform/security/sealing.ts';
import { reachDatabase } from '#server/platform/start-database.ts';
import { openBackupStore } from '#server/services/open-backup-store.ts';
import { print } from '../src/announce-shop.ts';
import { SHOP_TABLES } from '../src/shop-tables.ts';
import { countRows, formatBytes, openBackup } from './backup-parts.ts';
import { readOptions } from './read-options.ts';
import { runTask } from './run-task.ts';

const USAGE = `Backs up the shop of DATABASE_URL or DATA_DIR, running or not, or tests a backup:
  npm run backup
  npm run backup -- --to /mnt/backups                    a place other than BACKUP_TO
  npm run backup -- --verify latest                      or a file: restores it into a temporary database and compares every row
  npm run backup -- --verify latest --without reviews    leaves out the data of a plug-in`;

await runTask(async () => {
  const { values } = readOptions(USAGE, {
    options: {
      to: { type: 'string' },
      verify: { type: 'string' },
      without: { type: 'string', multiple: true, default: [] },
    },
  });
  const config = readConfig(values.to === undefined ? process.env : { ...process.env, BACKUP_TO: values.to });
  await (values.verify === undefined ? backUp(config) : verify(config, values.verify, values.without));
});

async function backUp(config: Config): Promise<void> {
  const store = openBackupStore(config.backups);
  const database = await reachDatabase(config, createLog('warn'));
  try {
    const now = new Date();
    const secret = await findAppSecret(config.appSecret, config.dataDir);
    const { directUrl, backupUrl = directUrl } = database.connection;
    const backup = writeBackup({
      url: backupUrl,
      migrations: SHOP_TABLES.migrations,
      appSecret: secret === undefined ? null : identifySecret(secret),
      now,
    });
    const name = backupName(now);
    const { bytes } = await store.write(name, backup.content);
    const file = { name, location: store.location, bytes, row_count: countRows(backup.totals) };
    // Queries report their own failures; errors of idle connections do not matter here.
    const { db } = openDatabase({ url: directUrl, poolSize: 1, onError: () => undefined });
    await recordCommand(db, file, now, new Date()).finally(() => db.destroy());
    const tables = Object.keys(backup.totals).length;
    print(
      `Stored ${name} in ${store.location}: ${tables} tables, ${countRows(backup.totals)} rows, ${formatBytes(bytes)}.`,
    );
    print('It holds personal data and password hashes; keep it as safe as the database.');
    if (secret === undefined) return;
    const place = config.appSecret === undefined ? `The file app-secret of ${config.dataDir}` : 'APP_SECRET';
    print(`${place} is not part of it and is needed to restore stored secrets: keep a copy elsewhere.`);
  } finally {
    await database.stop();
  }
}

async function verify(config: Config, wanted: string, without: readonly string[]): Promise<void> {
  const { name, content } = await openBackup(config, wanted);
  const { manifest, totals } = await verifyBackup(content, {
    ...SHOP_TABLES,
    dataDir: config.dataDir,
    log: createLog('warn'),
    without,
    now: new Date(),
  });
  print(
    `${name} of ${manifest.created_at} restores: ${manifest.tables.length} tables and ${countRows(totals)} rows are as they were.`,
  );
}
