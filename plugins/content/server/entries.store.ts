import type { Expression, Insertable, Selectable, SqlBool } from 'kysely';
import type { Database, PageTable, PostTable, Transaction } from '../tables.ts';

/** Pages and posts: the statements below are the same for both. */
export type EntryTable = 'plugin_content.page' | 'plugin_content.post';

/** The columns that pages and posts have in common. */
type SharedColumn = keyof PageTable & keyof PostTable;
type SharedRow = Pick<Selectable<PageTable>, SharedColumn>;

/** A row without what the database and the statements set. */
export type NewEntry<Table extends PageTable | PostTable> = Omit<
  Insertable<Table>,
  'id' | 'revision' | 'created_at' | 'updated_at'
>;

interface EntryStatementsOptions<Row> {
  readonly table: EntryTable;
  readonly columns: readonly (keyof Row & string)[];
  /** Whether shoppers see an entry at this time. */
  readonly isPublic: (now: Date) => Expression<SqlBool>;
}

export function entryStatements<Row extends SharedRow, New extends NewEntry<PageTable> | NewEntry<PostTable>>({
  table,
  columns,
  isPublic,
}: EntryStatementsOptions<Row>) {
  // The other columns of a row are those of its own table.
  const selected = columns as readonly SharedColumn[];
  return {
    read: (db: Database | Transaction, id: number): Promise<Row | undefined> =>
      db.selectFrom(table).select(selected).where('id', '=', id).$castTo<Row>().executeTakeFirst(),

    /** The entry, locked until the end of the transaction. */
    lock: (tx: Transaction, id: number): Promise<Row | undefined> =>
      tx.selectFrom(table).select(selected).where('id', '=', id).forUpdate().$castTo<Row>().executeTakeFirst(),

    /** An entry that shoppers see now. */
    readPublic: (db: Database | Transaction, slug: string, now: Date): Promise<Row | undefined> =>
      db
        .selectFrom(table)
        .select(selected)
        .where('slug', '=', slug)
        .where(isPublic(now))
        .$castTo<Row>()
        .executeTakeFirst(),

    /** The addresses of the entries that shoppers see now, in the order of their ids. */
    listAddresses: (
      db: Database,
      { now, afterId, limit }: { readonly now: Date; readonly afterId: number; readonly limit: number },
    ): Promise<Pick<SharedRow, 'id' | 'slug' | 'updated_at'>[]> =>
      db
        .selectFrom(table)
        .select(['id', 'slug', 'updated_at'])
        .where('id', '>', afterId)
        .where(isPublic(now))
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** @returns undefined when another entry has the slug */
    insert: (tx: Transaction, entry: New, at: Date): Promise<Row | undefined> =>
      tx
        .insertInto(table)
        .values({ ...entry, created_at: at, updated_at: at })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning(selected)
        .$castTo<Row>()
        .executeTakeFirst(),

    update: (tx: Transaction, id: number, entry: New & { readonly revision: number }, at: Date): Promise<Row> =>
      tx
        .updateTable(table)
        .set({ ...entry, updated_at: at })
        .where('id', '=', id)
        .returning(selected)
        .$castTo<Row>()
        .executeTakeFirstOrThrow(),
  };
}

export async function hasSlug(tx: Database | Transaction, table: EntryTable, slug: string): Promise<boolean> {
  const entry = await tx.selectFrom(table).select('id').where('slug', '=', slug).executeTakeFirst();
  return entry !== undefined;
}

export async function deleteEntryRow(tx: Transaction, table: EntryTable, id: number): Promise<void> {
  await tx.deleteFrom(table).where('id', '=', id).execute();
}
