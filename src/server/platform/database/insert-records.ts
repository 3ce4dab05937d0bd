import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from './schema.ts';

type Plain = string | number | boolean | Date | Buffer;

/** A row of {@link insertRecords}. JSON columns take values, not text. */
export type NewRow<Table extends keyof DB> = {
  readonly [Column in keyof Insertable<DB[Table]>]: Column extends keyof Selectable<DB[Table]>
    ? NonNullable<Selectable<DB[Table]>[Column]> extends Plain
      ? Insertable<DB[Table]>[Column]
      : object | Extract<Selectable<DB[Table]>[Column], null>
    : never;
};

/**
 * Inserts rows with a statement whose text is the same for any number of them, so that it is prepared once.
 * @param rows at least one, all with the same columns.
 */
export function insertRecords<Table extends keyof DB & string>(
  table: Table,
  rows: readonly NewRow<Table>[],
): RawBuilder<unknown> {
  const [first] = rows;
  if (!first) throw new Error(`Nothing to insert into ${table}`);
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  const values = JSON.stringify(rows.map(withBytesAsText));
  return sql`INSERT INTO ${sql.table(table)} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${values}::jsonb)`;
}

function withBytesAsText(row: object): object {
  const texts = Object.entries(row).flatMap(([column, value]) =>
    Buffer.isBuffer(value) ? [[column, `\\x${value.toString('hex')}`] as const] : [],
  );
  return texts.length === 0 ? row : { ...row, ...Object.fromEntries(texts) };
}
