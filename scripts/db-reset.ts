import { join } from 'node:path';
import pg from 'pg';
import { loadDemoShop } from '#demo/load.ts';
import { loadPluginDemos, migrationsOf } from '#server/features/plugins/index.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createLog } from '#server/platform/log.ts';
import { reachDatabase } from '#server/platform/start-database.ts';
import { StartError } from '#server/platform/start-error.ts';
import shopConfig from '../shop.config.ts';
import { print } from '../src/announce-shop.ts';
import { ROOT } from './find-node.mjs';
import { readOptions } from './read-options.ts';
import { runTask } from './run-task.ts';

const USAGE = `Deletes all data, migrates and loads the demo shop:
  npm run db:reset
  DATABASE_URL=… npm run db:reset -- --yes      an external database needs confirmation`;

await runTask(async () => {
  const { values } = readOptions(USAGE, { options: { yes: { type: 'boolean' } } });
  const config = readConfig(process.env);
  if (config.production) throw new StartError('db:reset deletes all data: it does not run with NODE_ENV=production.');
  if (config.databaseUrl && !values.yes)
    throw new StartError(
      'db:reset deletes all data in the database of DATABASE_URL. Confirm with: npm run db:reset -- --yes',
    );
  const database = await reachDatabase(config, createLog('warn'));
  try {
    const { directUrl } = database.connection;
    await dropSchemas(directUrl);
    await migrate(directUrl, join(ROOT, 'migrations'), print, migrationsOf(shopConfig.plugins));
    if (config.demo) await loadDemo(directUrl);
    print(
      config.demo ? 'The database holds the demo shop as on its first day.' : 'The database is migrated and empty.',
    );
  } finally {
    await database.stop();
  }
});

async function dropSchemas(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: others } = await client.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
    );
    if (others.length > 0) throw new StartError('The shop is running on this database: stop it first.');
    const { rows: schemas } = await client.query<{ name: string }>(
      "SELECT quote_ident(nspname) AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'",
    );
    for (const { name } of schemas) await client.query(`DROP SCHEMA ${name} CASCADE`);
    await client.query('CREATE SCHEMA public');
  } finally {
    await client.end();
  }
}

async function loadDemo(url: string): Promise<void> {
  const { db } = openDatabase({ url, poolSize: 2, onError: (error) => console.error(error) });
  try {
    await loadDemoShop(db, new Date(), (tx, today) => loadPluginDemos(shopConfig.plugins, tx, today));
  } finally {
    await db.destroy();
  }
}
