import type { Database, Transaction } from '../tables.ts';

const COLUMNS = ['draft', 'published', 'revision', 'saved_at', 'published_at'] as const;
type Name = 'home' | 'frame';

/** What is stored, as JSON text. */
export interface DocumentChange {
  readonly draft: unknown;
  readonly published: unknown;
  readonly revision: number;
  readonly saved_at: Date;
  readonly published_at: Date | null;
}

export const readDocument = (db: Database | Transaction, name: Name): Promise<DocumentChange | undefined> =>
  db.selectFrom('plugin_content.document').select(COLUMNS).where('name', '=', name).executeTakeFirst();

/** The document as it is until the end of the transaction, empty before the first save. */
export async function lockDocument(tx: Transaction, name: Name, at: Date): Promise<DocumentChange> {
  await tx
    .insertInto('plugin_content.document')
    .values({ name, draft: 'null', published: 'null', revision: 0, saved_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('plugin_content.document')
    .select(COLUMNS)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function writeDocument(
  tx: Transaction,
  name: Name,
  { draft, published, ...rest }: DocumentChange,
): Promise<void> {
  await tx
    .updateTable('plugin_content.document')
    .set({ ...rest, draft: JSON.stringify(draft), published: JSON.stringify(published) })
    .where('name', '=', name)
    .execute();
}
