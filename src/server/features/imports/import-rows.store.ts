import { type Selectable, sql } from 'kysely';
import type { ImportedProduct, VariantWrite } from '#csv/import-fields.ts';
import type { Database, Handle } from '#server/platform/database/database.ts';
import type { ProductImportRow } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';

export type StoredRow = Selectable<ProductImportRow>;
export type Outcome = StoredRow['outcome'];

/** Result of the check of one row. */
export interface CheckedRow {
  readonly line: number;
  readonly outcome: Outcome;
  readonly sku: string;
  readonly name: string;
  readonly product_id: number | null;
  readonly form: Partial<ImportedProduct> & {
    readonly stock_seen?: number;
    readonly variant?: VariantWrite;
    /** Of a product: price differences of its variants that are written before its lower price. */
    readonly raised?: readonly VariantWrite[];
  };
  readonly changes: readonly { readonly field: string; readonly before: string; readonly after: string }[];
  readonly problems: readonly { readonly field: string; readonly message: string }[];
}

export async function deleteRows(db: Handle, importId: number): Promise<void> {
  await db.deleteFrom('product_import_row').where('import_id', '=', importId).execute();
}

export async function insertRows(db: Handle, importId: number, rows: readonly CheckedRow[]): Promise<void> {
  await sql`
    INSERT INTO product_import_row (import_id, line, outcome, sku, name, product_id, form, changes, problems)
    SELECT ${importId}::integer, n.line, n.outcome, n.sku, n.name, n.product_id, n.form, n.changes, n.problems
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS n (line integer, outcome text, sku text, name text, product_id integer, form jsonb, changes jsonb,
            problems jsonb)`.execute(db);
}

export interface RowFilter {
  readonly outcome: Outcome | undefined;
  /** Of the rows to write: lines up to this one, or after it. */
  readonly lines: { readonly upTo: number } | { readonly after: number } | undefined;
}

/** By line. */
export async function listRows(
  db: Database,
  importId: number,
  { outcome, lines }: RowFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: StoredRow[]; total: number }> {
  const all = db
    .selectFrom('product_import_row')
    .where('import_id', '=', importId)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'error'))
    .$if(lines !== undefined, (query) => query.where('outcome', 'in', ['create', 'update']));
  const of =
    lines === undefined
      ? all
      : 'upTo' in lines
        ? all.where('line', '<=', lines.upTo)
        : all.where('line', '>', lines.after);
  const rows = await of.select(columnsOf('product_import_row')).orderBy('line').limit(limit).offset(offset).execute();
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** The next rows to write, by line. */
export function listRowsToWrite(db: Handle, importId: number, after: number, limit: number): Promise<StoredRow[]> {
  return db
    .selectFrom('product_import_row')
    .select(columnsOf('product_import_row'))
    .where('import_id', '=', importId)
    .where('line', '>', after)
    .where('outcome', 'in', ['create', 'update'])
    .orderBy('line')
    .limit(limit)
    .execute();
}

export type BadRow = Pick<StoredRow, 'line' | 'problems'>;

/** The next rows with errors, by line. */
export function listProblems(db: Database, importId: number, after: number, limit: number): Promise<BadRow[]> {
  return db
    .selectFrom('product_import_row')
    .select(['line', 'problems'])
    .where('import_id', '=', importId)
    .where('line', '>', after)
    .where('outcome', '=', 'error')
    .orderBy('line')
    .limit(limit)
    .execute();
}

export interface RowFailure {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

/** Rows that could not be written now count as errors. */
export async function markFailed(db: Handle, importId: number, failures: readonly RowFailure[]): Promise<void> {
  await sql`
    UPDATE product_import_row r
       SET outcome = 'error',
           problems = jsonb_build_array(jsonb_build_object('field', n.field, 'message', n.message))
      FROM jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) AS n (line integer, field text, message text)
     WHERE r.import_id = ${importId} AND r.line = n.line`.execute(db);
}

/** How many of these lines would create products. */
export async function countCreations(db: Handle, importId: number, lines: readonly number[]): Promise<number> {
  const { total } = await db
    .selectFrom('product_import_row')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('import_id', '=', importId)
    .where('line', 'in', [...lines])
    .where('outcome', '=', 'create')
    .executeTakeFirstOrThrow();
  return total;
}
