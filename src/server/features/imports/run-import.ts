import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportedProduct } from '#csv/import-fields.ts';
import { counted } from '#domain/counted.ts';
import {
  changeStocks,
  findSharedSkus,
  type ImportWrite,
  importProducts,
  type SavingRun,
  SlugProposals,
  type StockChange,
  saveManyVariants,
} from '#server/features/catalogue/index.ts';
import { type AuditedChange, recordAudit } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { isUniqueViolation } from '#server/platform/database/is-unique-violation.ts';
import { countCreations, listRowsToWrite, markFailed, type RowFailure, type StoredRow } from './import-rows.store.ts';
import type { ImportServices } from './import-services.ts';
import { type Claim, findImport, findRunner, type ImportRecord, recordProgress } from './imports.store.ts';
import { leaseEnd } from './lease.ts';

/** Rows per batch, between yields. */
const BATCH = 200;
const ATTEMPTS = 5;

/** Thrown to roll back. */
class ImportStopped extends Error {}
class RowsRefused extends Error {
  readonly failures: readonly RowFailure[];
  constructor(failures: readonly RowFailure[]) {
    super('Some rows cannot be written');
    this.failures = failures;
  }
}

interface RowCounts {
  readonly created: number;
  readonly updated: number;
}

/** Writes the checked rows in the chosen mode. Resumes after an interruption. */
export async function runImport(services: ImportServices, claim: Claim): Promise<void> {
  const record = await findImport(services.db, claim.id);
  const by = record && (await findRunner(services.db, claim.id));
  if (!record) return;
  if (!by) {
    const failure = 'The account that started this import was deleted.';
    await recordProgress(services.db, claim, { status: 'failed', failure, finished_at: services.now() });
    return;
  }
  if (record.mode === 'all_or_nothing') await runAllOrNothing(services, claim, record, by);
  else await runSkippingBad(services, claim, record, by);
}

/** Thrown when a concurrent write has taken the SKU of a row. */
class SkuTaken extends Error {}

/** Called at the end of a transaction. */
async function refuseTakenSkus(tx: Transaction, skus: readonly string[]): Promise<void> {
  const shared = await findSharedSkus(tx, skus);
  if (shared.size > 0) throw new SkuTaken(`A product and a variant have the SKU ${[...shared].join(', ')}`);
}

/** A concurrent write may take a SKU or slug: retry with current data. */
async function againWhenTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isTaken = isUniqueViolation(error) || error instanceof SkuTaken;
      if (!isTaken || attempt >= ATTEMPTS) throw error;
    }
  }
}

function toWrite({ outcome, product_id, form }: StoredRow): ImportWrite {
  const { stock_seen, raised: _, ...change } = form;
  if (outcome === 'create' || product_id === null) return { kind: 'create', product: change as ImportedProduct };
  return { kind: 'update', id: product_id, change, stockSeen: stock_seen };
}

/** A stock change applied at the end, and its line. */
type LineStock = StockChange & { readonly line: number };

const isVariant = ({ form }: StoredRow): boolean => form.variant !== undefined;
const variantOf = ({ form }: StoredRow) => form.variant ?? [];

const later = ({ stockLater, ...run }: Parameters<typeof writeRows>[2], collected: StockChange[]): SavingRun =>
  stockLater ? { ...run, stockLater: collected } : run;

function failuresOf(rows: readonly StoredRow[], problems: ReadonlyMap<number, Omit<RowFailure, 'line'>>): RowFailure[] {
  return [...problems].flatMap(([index, problem]) => {
    const row = rows[index];
    return row ? { line: row.line, ...problem } : [];
  });
}

async function writeRows(
  tx: Transaction,
  rows: readonly StoredRow[],
  run: Omit<SavingRun, 'stockLater'> & { readonly stockLater?: LineStock[] },
): Promise<{ written: RowCounts; failures: RowFailure[]; newSkus: string[] }> {
  // Products first: a product's row is above those of its variants.
  const [variants, products] = [rows.filter(isVariant), rows.filter((row) => !isVariant(row))];
  const productStocks: StockChange[] = [];
  const variantStocks: StockChange[] = [];
  // What is refused here, such as a variant that was deleted, is refused with its own row.
  await saveManyVariants(
    tx,
    products.flatMap(({ form }) => form.raised ?? []),
    later(run, []),
  );
  const failures = [
    ...failuresOf(products, await importProducts(tx, products.map(toWrite), later(run, productStocks))),
    ...failuresOf(variants, await saveManyVariants(tx, variants.flatMap(variantOf), later(run, variantStocks))),
  ];
  const failed = new Set(failures.map(({ line }) => line));
  const done = rows.filter(({ line }) => !failed.has(line));
  run.stockLater?.push(
    ...productStocks.map((change) => ({ ...change, line: products[change.index]?.line ?? 0 })),
    ...variantStocks.map((change) => ({ ...change, line: variants[change.index]?.line ?? 0 })),
  );
  const newSkus = done.filter(({ outcome }) => outcome === 'create').map(({ sku }) => sku);
  const written = { created: newSkus.length, updated: done.length - newSkus.length };
  return { written, failures, newSkus };
}

/** One transaction: all or nothing. */
async function runAllOrNothing(
  { db, now, customFields }: ImportServices,
  claim: Claim,
  record: ImportRecord,
  by: SavingRun['by'],
): Promise<void> {
  const at = now();
  const definitions = await customFields.all();
  const writeAll = async (tx: Transaction, beside: Database): Promise<void> => {
    const stockLater: LineStock[] = [];
    const slugs = new SlugProposals();
    const newSkus: string[] = [];
    let written: RowCounts = { created: 0, updated: 0 };
    let last = 0;
    for (;;) {
      const rows = await listRowsToWrite(tx, claim.id, last, BATCH);
      if (rows.length === 0) break;
      const done = await writeRows(tx, rows, { by, at, slugs, customFields: definitions, stockLater });
      if (done.failures.length > 0) throw new RowsRefused(done.failures);
      newSkus.push(...done.newSkus);
      written = { created: written.created + done.written.created, updated: written.updated + done.written.updated };
      last = rows.at(-1)?.line ?? last;
      // Outside the transaction, so that progress is visible, and a cancellation is noticed.
      const done_rows = written.created + written.updated;
      if (!(await recordProgress(beside, claim, { done_rows, worker_until: leaseEnd(now()) })))
        throw new ImportStopped();
      await nextTurn();
    }
    // Near the end, and in one statement: payments for these products wait from here until the commit. The check of SKUs comes
    // after the stock, as in every save, and may wait for another transaction that is about to commit SKUs.
    const refused = await changeStocks(tx, stockLater);
    const failures = [...refused].map(([{ line }, message]) => ({ line, field: 'stock', message }));
    if (failures.length > 0) throw new RowsRefused(failures);
    await refuseTakenSkus(tx, newSkus);
    if (!(await finish(tx, claim, { record, by, written, at: now() }))) throw new ImportStopped();
  };
  try {
    // Taken before the transaction: those who wait for its locks may hold all other connections.
    await db.connection().execute((beside) => againWhenTaken(() => inTransaction(db, (tx) => writeAll(tx, beside))));
  } catch (error) {
    if (error instanceof ImportStopped) return;
    if (!(error instanceof RowsRefused)) throw error;
    const { failures } = error;
    await inTransaction(db, async (tx) => {
      const rows = counted(failures.length, ['row', 'rows']);
      const failure = `Nothing was imported: ${rows} cannot be written any more. Please check the file again.`;
      const isMine = await recordProgress(tx, claim, {
        status: 'failed',
        failure,
        finished_at: now(),
        done_rows: 0,
        ...(await countFailures(tx, claim.id, record, failures)),
      });
      if (isMine) await markFailed(tx, claim.id, failures);
    });
  }
}

/** Moves failed rows from their planned outcome to errors. */
async function countFailures(
  tx: Transaction,
  id: number,
  { create_count, update_count, error_count }: Pick<ImportRecord, 'create_count' | 'update_count' | 'error_count'>,
  failures: readonly RowFailure[],
) {
  const created = await countCreations(
    tx,
    id,
    failures.map(({ line }) => line),
  );
  return {
    create_count: create_count - created,
    update_count: update_count - (failures.length - created),
    error_count: error_count + failures.length,
  };
}

/** One transaction per batch, including the progress: nothing is written twice, and what was written stays. */
async function runSkippingBad(
  { db, now, customFields }: ImportServices,
  claim: Claim,
  first: ImportRecord,
  by: SavingRun['by'],
): Promise<void> {
  const slugs = new SlugProposals();
  const at = now();
  const definitions = await customFields.all();
  let record: ImportRecord | undefined = first;
  while (record) {
    const { done_line, created_count, updated_count, done_rows } = record;
    const current: ImportRecord = record;
    const isOver = await againWhenTaken(() =>
      inTransaction(db, async (tx) => {
        // First, so that an import that was cancelled or claimed by another worker stops here.
        if (!(await recordProgress(tx, claim, { worker_until: leaseEnd(now()) }))) return true;
        const rows = await listRowsToWrite(tx, claim.id, done_line, BATCH);
        if (rows.length === 0) {
          const written = { created: created_count, updated: updated_count };
          await finish(tx, claim, { record: current, by, written, at: now() });
          return true;
        }
        const run = { by, at, slugs, customFields: definitions };
        const { written, failures, newSkus } = await writeRows(tx, rows, run);
        await refuseTakenSkus(tx, newSkus);
        await recordProgress(tx, claim, {
          done_line: rows.at(-1)?.line ?? done_line,
          // Progress resets the count of interruptions.
          attempts: 0,
          done_rows: done_rows + rows.length - failures.length,
          created_count: created_count + written.created,
          updated_count: updated_count + written.updated,
          ...(failures.length > 0 && (await countFailures(tx, claim.id, current, failures))),
        });
        if (failures.length > 0) await markFailed(tx, claim.id, failures);
        return false;
      }),
    );
    if (isOver) return;
    await nextTurn();
    record = await findImport(db, claim.id);
  }
}

interface FinishedImport {
  readonly record: ImportRecord;
  readonly by: Pick<AuditedChange, 'actor' | 'request'>;
  readonly written: RowCounts;
  readonly at: Date;
}

/** @returns false when it was cancelled at the last moment. */
async function finish(tx: Transaction, claim: Claim, { record, by, written, at }: FinishedImport): Promise<boolean> {
  const { id, file_name, mode, error_count, unchanged_count } = record;
  const { created, updated } = written;
  const isMine = await recordProgress(tx, claim, {
    status: 'done',
    created_count: created,
    updated_count: updated,
    done_rows: created + updated,
    finished_at: at,
  });
  if (!isMine) return false;
  const after = { file: file_name, mode, created, updated, unchanged: unchanged_count, errors: error_count };
  await recordAudit(tx, {
    ...by,
    action: 'product.import',
    entity: 'import',
    entityId: String(id),
    before: null,
    after,
    at,
  });
  return true;
}
