import { sql } from 'kysely';
import type { Database, Handle, Transaction } from '#server/platform/database/database.ts';
import type { EncodedPicture } from './encode-picture.ts';

/** Marks a picture as about to be used, so that it is not cleaned up. @returns false when it does not exist. */
export async function touchPicture(db: Handle, key: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploaded_picture')
    .set({ touched_at: at })
    .where('key', '=', key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns the existing keys; they are safe from the clean-up until this transaction ends. */
export async function touchPictures(tx: Transaction, keys: readonly string[], at: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('uploaded_picture')
    .set({ touched_at: at })
    .where('key', 'in', [...keys].sort())
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** Until this transaction ends, changes that touch these pictures wait. */
export async function lockPictures(tx: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .selectFrom('uploaded_picture')
    .select('key')
    .where('key', 'in', keys)
    .orderBy('key')
    .forNoKeyUpdate()
    .execute();
}

export async function readPictureSize(
  db: Database,
  key: string,
): Promise<{ width: number; height: number } | undefined> {
  return db.selectFrom('uploaded_picture').select(['width', 'height']).where('key', '=', key).executeTakeFirst();
}

/** Concurrent uploads of the same picture are stored once. */
export async function insertPicture(
  tx: Transaction,
  key: string,
  { width, height, files }: EncodedPicture,
  { by, at }: { readonly by: number; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('uploaded_picture')
    .values({ key, width, height, uploaded_by: by, touched_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ touched_at: at }))
    .execute();
  await tx
    .insertInto('uploaded_picture_file')
    .values(files.map((file) => ({ key, width: file.width, bytes: file.bytes })))
    .onConflict((conflict) => conflict.columns(['key', 'width']).doNothing())
    .execute();
}

export async function readPictureFile(db: Database, key: string, width: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('uploaded_picture_file')
    .select('bytes')
    .where('key', '=', key)
    .where('width', '=', width)
    .executeTakeFirst();
  return row?.bytes;
}

/** Looks up one picture after the other in the index of the lines: OFFSET prevents a join, which could read all lines. */
const isShownBy = (lines: 'order_line' | 'checkout_line') => sql`EXISTS (
  SELECT FROM ${sql.table(lines)} WHERE image LIKE '/media/uploads/%' AND image = unused.url OFFSET 0)`;

/**
 * Deletes pictures not touched since `before` that no product, variant, category, plug-in, order or checkout uses. A
 * concurrent change that starts using one has touched its row, so PostgreSQL re-evaluates the condition and keeps it. A save
 * that replaces one touches it too, for a checkout that has read its address and commits later.
 */
export async function deleteUnusedPictures(db: Database, before: Date): Promise<void> {
  await sql`
    WITH unused AS MATERIALIZED (
      SELECT key, '/media/uploads/' || key AS url FROM uploaded_picture u
       WHERE touched_at < ${before}
         AND NOT EXISTS (SELECT FROM plugin_picture WHERE plugin_picture.key = u.key)
         AND NOT EXISTS (
           SELECT FROM (
             SELECT picture ->> 'url' AS url FROM product CROSS JOIN jsonb_array_elements(images) AS picture
             UNION ALL SELECT image FROM product_variant WHERE image IS NOT NULL
             UNION ALL SELECT image FROM category WHERE image IS NOT NULL) shown
            WHERE shown.url = '/media/uploads/' || u.key))
    DELETE FROM uploaded_picture USING unused
     WHERE uploaded_picture.key = unused.key AND touched_at < ${before}
       AND NOT ${isShownBy('order_line')} AND NOT ${isShownBy('checkout_line')}`.execute(db);
}

/** The keys of pictures that a CDN may still have, longest deleted first. A trigger records them. */
export async function listDeletedPictures(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('deleted_picture').select('key').orderBy('deleted_at').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

/** Removes these keys, except pictures deleted in the last 30 minutes. */
export async function forgetDeletedPictures(db: Database, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom('deleted_picture')
    .where('key', 'in', keys)
    .where('deleted_at', '<', sql<Date>`now() - interval '30 minutes'`)
    .execute();
}

/** Keeps pictures for as long as a plug-in shows them. */
export async function insertPluginPictures(tx: Transaction, plugin: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .insertInto('plugin_picture')
    .values(keys.map((key) => ({ plugin, key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Leaves pictures that a plug-in no longer shows to the clean-up. */
export async function deletePluginPictures(tx: Transaction, plugin: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.deleteFrom('plugin_picture').where('plugin', '=', plugin).where('key', 'in', keys).execute();
}
