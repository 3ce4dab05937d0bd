import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { ImportMapping } from '#csv/import-mapping.ts';
import type { AuditedChange } from '#server/platform/audit/audit.store.ts';
import type { Database, Handle } from '#server/platform/database/database.ts';
import type { ProductImport } from '#server/platform/database/schema.ts';

type ImportRow = Selectable<ProductImport>;
export type ImportStatus = ImportRow['status'];

/** An import without its file. */
export type ImportRecord = Omit<ImportRow, 'content' | 'worker' | 'worker_until' | 'attempts' | 'run_address'> & {
  readonly size: number;
  readonly created_by_name: string | null;
};

const records = (db: Handle) =>
  db
    .selectFrom('product_import as i')
    .leftJoin('users as u', 'u.id', 'i.created_by')
    .select([
      'i.id',
      'i.file_name',
      'i.encoding',
      'i.format',
      'i.delimiter',
      'i.columns',
      'i.sample',
      'i.mapping',
      'i.status',
      'i.mode',
      'i.done_rows',
      'i.done_bytes',
      'i.done_line',
      'i.create_count',
      'i.update_count',
      'i.unchanged_count',
      'i.error_count',
      'i.created_count',
      'i.updated_count',
      'i.failure',
      'i.created_by',
      'i.created_at',
      'i.finished_at',
      'i.run_by',
      'i.run_by_name',
      'u.name as created_by_name',
    ])
    .select(sql<number>`octet_length(i.content)`.as('size'));

export interface NewImport {
  readonly file_name: string;
  readonly content: Buffer;
  readonly encoding: ImportRow['encoding'];
  readonly format: ImportRow['format'];
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly mapping: ImportMapping;
  readonly created_by: number;
  readonly created_at: Date;
}

/** @returns its id. */
export async function insertImport(db: Handle, { columns, sample, mapping, ...row }: NewImport): Promise<number> {
  const { id } = await db
    .insertInto('product_import')
    .values({
      ...row,
      columns: [...columns],
      sample: JSON.stringify(sample),
      mapping: JSON.stringify(mapping),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function findImport(db: Handle, id: number): Promise<ImportRecord | undefined> {
  return records(db).where('i.id', '=', id).executeTakeFirst();
}

/** Newest first. */
export async function listImports(
  db: Database,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: ImportRecord[]; total: number }> {
  const rows = await records(db)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('product_import')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function readContent(db: Handle, id: number): Promise<Buffer> {
  const { content } = await db
    .selectFrom('product_import')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return content;
}

/** @returns whether its state allows a check. */
export async function beginCheck(
  db: Handle,
  id: number,
  mapping: ImportMapping,
  from: readonly ImportStatus[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_import')
    .set({
      mapping: JSON.stringify(mapping),
      status: 'checking',
      mode: null,
      ...NOTHING_DONE,
      failure: null,
      finished_at: null,
      ...UNCLAIMED,
    })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const NOTHING_DONE = {
  done_rows: 0,
  done_bytes: 0,
  done_line: 0,
  create_count: 0,
  update_count: 0,
  unchanged_count: 0,
  error_count: 0,
  created_count: 0,
  updated_count: 0,
} as const;
const UNCLAIMED = { worker: null, worker_until: null, attempts: 0 } as const;

/** @returns whether it was checked. */
export async function beginRun(
  db: Handle,
  id: number,
  run: Pick<ImportRow, 'mode' | 'run_by' | 'run_by_name' | 'run_address'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_import')
    .set({ ...run, status: 'importing', done_rows: 0, done_line: 0, ...UNCLAIMED })
    .where('id', '=', id)
    .where('status', '=', 'checked')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether there was something to cancel. */
export async function cancelImport(db: Handle, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_import')
    .set({ status: 'cancelled', finished_at: at, ...UNCLAIMED })
    .where('id', '=', id)
    .where('status', 'in', ['uploaded', 'checking', 'checked', 'importing'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An import claimed by this worker, as long as it renews the claim. */
export interface Claim {
  readonly id: number;
  readonly worker: string;
  readonly status: 'checking' | 'importing';
  /** How often it was claimed before. */
  readonly attempts: number;
}

/** Claims the oldest import that is waiting or whose worker is gone. */
export async function claimImport(db: Database, at: Date, until: Date): Promise<Claim | undefined> {
  const worker = randomUUID();
  const { rows } = await sql<Claim>`
    UPDATE product_import SET worker = ${worker}::uuid, worker_until = ${until}, attempts = attempts + 1
     WHERE id = (SELECT id FROM product_import
                  WHERE status IN ('checking', 'importing') AND (worker_until IS NULL OR worker_until < ${at})
                  ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, worker, status, attempts - 1 AS attempts`.execute(db);
  return rows[0];
}

export type Progress = Partial<
  Pick<
    ImportRow,
    | 'done_rows'
    | 'done_bytes'
    | 'done_line'
    | 'create_count'
    | 'update_count'
    | 'unchanged_count'
    | 'error_count'
    | 'created_count'
    | 'updated_count'
    | 'worker_until'
    | 'status'
    | 'failure'
    | 'finished_at'
    | 'attempts'
  >
>;

/** @returns false when the import was cancelled or claimed by another worker: then stop. */
export async function recordProgress(db: Handle, { id, worker, status }: Claim, progress: Progress): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_import')
    .set(progress)
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('status', '=', status)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The admin who started the run, for the audit; undefined for a deleted account. */
export async function findRunner(
  db: Handle,
  id: number,
): Promise<Pick<AuditedChange, 'actor' | 'request'> | undefined> {
  const row = await db
    .selectFrom('product_import')
    .select(['run_by', 'run_by_name', 'run_address'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || row.run_by === null) return undefined;
  return { actor: { userId: row.run_by, name: row.run_by_name ?? '' }, request: { address: row.run_address ?? '' } };
}
