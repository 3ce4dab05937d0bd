import { forgetOpenBackups } from '#server/features/backups/index.ts';
import { forgetSecret } from '#server/features/system/index.ts';
import type { Manifest } from '#server/platform/backup/manifest.ts';
import { restoreBackup } from '#server/platform/backup/restore-backup.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { setOldClusterAside } from '#server/platform/embedded-postgres/index.ts';
import { createLog } from '#server/platform/log.ts';
import { findAppSecret, identifySecret } from '#server/platform/security/sealing.ts';
import { reachDatabase } from '#server/platform/start-database.ts';
import { StartError } from '#server/platform/start-error.ts';
import { print } from '../src/announce-shop.ts';
import { SHOP_TABLES } from '../src/shop-tables.ts';
import { countRows, openBackup } from './backup-parts.ts';
import { readOptions } from './read-options.ts';
import { runTask } from './run-task.ts';

const USAGE = `Restores a backup into the empty database of DATABASE_URL or DATA_DIR, while the shop is stopped:
  npm run restore -- stoa-20261122-030000.tar.zst      a file, a name in BACKUP_TO, or latest
  npm run restore -- <file> --replace                  moves what is in the database aside
  npm run restore -- latest --upgrade                  after an upgrade of the embedded PostgreSQL's major version
  npm run restore -- <file> --other-secret             even if the secrets in it cannot be read with this APP_SECRET
  npm run restore -- <file> --without reviews          leaves out the data of a plug-in`;

await runTask(async () => {
  const { values, positionals } = readOptions(USAGE, {
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      upgrade: { type: 'boolean', default: false },
      'other-secret': { type: 'boolean', default: false },
      without: { type: 'string', multiple: true, default: [] },
    },
  });
  const [wanted, ...more] = positionals;
  if (wanted === undefined || more.length > 0) {
    throw new StartError('Name one backup: npm run restore -- <file>, or latest for the newest one in BACKUP_TO.');
  }
  const config = readConfig(process.env);
  const secret = await findAppSecret(config.appSecret, config.dataDir);
  const { name, content } = await openBackup(config, wanted);
  if (values.upgrade) {
    const old = config.databaseUrl ? undefined : await setOldClusterAside(config.dataDir);
    if (old === undefined)
      throw new StartError('There is no database of another major version of PostgreSQL to upgrade.');
    print(`The old database is now ${old}. Delete it when you no longer need it.`);
  }
  const database = await reachDatabase(config, createLog('warn'));
  try {
    const { directUrl: url } = database.connection;
    const { manifest, totals, aside } = await restoreBackup(content, {
      ...SHOP_TABLES,
      url,
      replace: values.replace,
      without: values.without,
      now: new Date(),
      check: (found) => values['other-secret'] || checkSecret(found, secret, config),
    });
    const newer = await migrate(url, SHOP_TABLES.migrations, print, SHOP_TABLES.plugins);
    // The backup that was being written is this one. Queries report their own failures.
    const { db } = openDatabase({ url, poolSize: 1, onError: () => undefined });
    await forgetOpenBackups(db)
      .then(() => (values['other-secret'] ? forgetSecret(db) : undefined))
      .finally(() => db.destroy());
    print(
      `Restored ${name} of ${manifest.created_at}: ${manifest.tables.length} tables, ${countRows(totals)} rows.${newer.length > 0 ? ` Applied ${newer.length} newer migrations.` : ''}`,
    );
    if (aside.length > 0) print(describeAside(aside));
  } finally {
    content.destroy();
    await database.stop();
  }
});

/** Without its secret the shop starts, but cannot read stored keys and passwords of other services. */
function checkSecret({ app_secret: needed }: Manifest, secret: string | undefined, { dataDir }: Config): void {
  if (needed === null || (secret !== undefined && identifySecret(secret) === needed)) return;
  throw new StartError(
    `The backup was made with another APP_SECRET. Set that one, or put the file app-secret of that shop into ${dataDir}. With --other-secret it is restored as it is: keys, passwords of other services and authenticator apps then have to be set up again.`,
  );
}

function describeAside(schemas: readonly string[]): string {
  const drop = schemas.map((schema) => `  npm run db:psql -- -c 'DROP SCHEMA "${schema}" CASCADE'`);
  return [`What was in the database is now in the schemas ${schemas.join(', ')}. To delete it:`, ...drop].join('\n');
}
