import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { createRecord, type PluginMigrations } from './migrate.ts';
import { readMigrations } from './read-migrations.ts';

/** Migrations by the schema that they belong to, as a backup records them. */
export interface RecordedMigrations {
  readonly schema: string;
  /** Null: the shop's own. */
  readonly plugin: string | null;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
}

/**
 * Creates the tables of an earlier version in an empty database: exactly the recorded migrations, in the caller's
 * transaction.
 * @throws StartError when one is unknown to this version of the shop, or differs.
 */
export async function applyRecorded(
  client: pg.ClientBase,
  folder: string,
  plugins: readonly PluginMigrations[],
  recorded: readonly RecordedMigrations[],
): Promise<void> {
  for (const { schema, plugin, migrations } of recorded) {
    const of = plugins.find((known) => known.schema === schema);
    if (plugin !== null && !of) {
      throw new StartError(
        `The backup holds data of the plug-in ${plugin}, which this shop does not have: add it first, or leave its data out with --without ${plugin}.`,
      );
    }
    const known = await readMigrations(of?.folder ?? folder, of?.plugin);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(schema)}`);
    await client.query(`SET LOCAL search_path TO ${of ? `${client.escapeIdentifier(schema)}, ` : ''}public`);
    await createRecord(client);
    for (const { name, checksum } of migrations) {
      const migration = known.find((one) => one.name === name);
      if (migration?.checksum !== checksum) {
        const what = plugin === null ? 'the shop' : `the plug-in ${plugin}`;
        throw new StartError(
          `The backup was made with a newer or another version of ${what} (${name}): restore it there.`,
        );
      }
      await client.query(migration.sql);
      // A table with deferred checks to do cannot be altered by the next migration.
      await client.query('SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED');
    }
  }
  await client.query('SET LOCAL search_path TO public');
}
