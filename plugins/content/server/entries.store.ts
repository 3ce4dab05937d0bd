import type { Database, Transaction } from '../tables.ts';

/** Pages and posts: the statements below are the same for both. */
export type EntryTable = 'plugin_content.page' | 'plugin_content.post';

export async function hasSlug(tx: Database | Transaction, table: EntryTable, slug: string): Promise<boolean> {
  const entry = await tx.selectFrom(table).select('id').where('slug', '=', slug).executeTakeFirst();
  return entry !== undefined;
}

export async function deleteEntryRow(tx: Transaction, table: EntryTable, id: number): Promise<void> {
  await tx.deleteFrom(table).where('id', '=', id).execute();
}
