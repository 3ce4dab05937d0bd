import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { StoredValues } from './setting-values.ts';

export interface StoredSettings {
  readonly value: StoredValues;
  readonly revision: number;
}

export interface SettingsRow extends StoredSettings {
  readonly plugin: string;
  readonly updated_at: Date;
  /** Null: nobody, or somebody whose account was deleted. */
  readonly updated_by_name: string | null;
}

export async function readPluginValues(db: Database, plugin: string): Promise<StoredValues> {
  const row = await db.selectFrom('plugin_setting').select('value').where('plugin', '=', plugin).executeTakeFirst();
  return (row?.value ?? {}) as StoredValues;
}

export async function listSettingsRows(db: Database): Promise<SettingsRow[]> {
  const rows = await db
    .selectFrom('plugin_setting')
    .leftJoin('users', 'users.id', 'plugin_setting.updated_by')
    .select(['plugin', 'value', 'revision', 'plugin_setting.updated_at', 'users.name as updated_by_name'])
    .execute();
  return rows.map((row) => ({ ...row, value: row.value as StoredValues }));
}

/** Locks the row of a plug-in, to serialise concurrent saves. */
export async function lockSettings(tx: Transaction, plugin: string): Promise<StoredSettings> {
  const row = await tx
    .insertInto('plugin_setting')
    .values({ plugin })
    .onConflict((conflict) => conflict.column('plugin').doUpdateSet({ plugin }))
    .returning(['value', 'revision'])
    .executeTakeFirstOrThrow();
  return { value: row.value as StoredValues, revision: row.revision };
}

/** The first settings of a plug-in, in a new shop. */
export async function insertSettings(tx: Transaction, plugin: string, value: StoredValues): Promise<void> {
  await tx
    .insertInto('plugin_setting')
    .values({ plugin, value: JSON.stringify(value) })
    .execute();
}

export async function updateSettings(
  tx: Transaction,
  plugin: string,
  { value, by, at }: { readonly value: StoredValues; readonly by: number; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('plugin_setting')
    .set((eb) => ({ value: JSON.stringify(value), revision: eb('revision', '+', 1), updated_at: at, updated_by: by }))
    .where('plugin', '=', plugin)
    .execute();
}

export interface SecretRow {
  readonly name: string;
  readonly ciphertext: Buffer;
}

export async function readSecretRows(db: Database, plugin: string): Promise<SecretRow[]> {
  return db.selectFrom('plugin_secret').select(['name', 'ciphertext']).where('plugin', '=', plugin).execute();
}

/** Names of the stored secrets of all plug-ins. */
export async function listSecretNames(
  db: Database | Transaction,
): Promise<{ readonly plugin: string; readonly name: string }[]> {
  return db.selectFrom('plugin_secret').select(['plugin', 'name']).execute();
}

export async function putSecret(
  tx: Transaction,
  plugin: string,
  { name, ciphertext }: SecretRow,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('plugin_secret')
    .values({ plugin, name, ciphertext, updated_at: at })
    .onConflict((conflict) => conflict.columns(['plugin', 'name']).doUpdateSet({ ciphertext, updated_at: at }))
    .execute();
}

export async function deleteSecret(tx: Transaction, plugin: string, name: string): Promise<void> {
  await tx.deleteFrom('plugin_secret').where('plugin', '=', plugin).where('name', '=', name).execute();
}
