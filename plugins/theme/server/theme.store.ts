import type { Theme } from '../model/theme.ts';
import type { Database, Transaction } from '../tables.ts';

export interface ThemeRow {
  readonly draft: Theme | null;
  readonly published: Theme | null;
  readonly revision: number;
  readonly saved_at: Date;
  readonly published_at: Date | null;
}

const COLUMNS = ['draft', 'published', 'revision', 'saved_at', 'published_at'] as const;

export const readTheme = (db: Database): Promise<ThemeRow | undefined> =>
  db.selectFrom('plugin_theme.theme').select(COLUMNS).executeTakeFirst();

/** The theme, locked until the end of the transaction; empty before the first save. */
export async function lockTheme(tx: Transaction, at: Date): Promise<ThemeRow> {
  await tx
    .insertInto('plugin_theme.theme')
    .values({ id: 1, draft: 'null', published: 'null', revision: 0, saved_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx.selectFrom('plugin_theme.theme').select(COLUMNS).forUpdate().executeTakeFirstOrThrow();
}

export async function writeTheme(tx: Transaction, { draft, published, ...rest }: ThemeRow): Promise<void> {
  await tx
    .updateTable('plugin_theme.theme')
    .set({ ...rest, draft: JSON.stringify(draft), published: JSON.stringify(published) })
    .where('id', '=', 1)
    .execute();
}
