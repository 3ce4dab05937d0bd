import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RowReader, readMapping } from '#csv/import-mapping.ts';
import { grouped } from '#domain/grouped.ts';
import type { Cents } from '#domain/money/money.ts';
import { findProductsBySku, readCategoryNames } from '#server/features/catalogue/index.ts';
import { claimPictures } from '#server/features/pictures/index.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { checkRow, type FileDifferences, type ReadRow, type Shop } from './check-row.ts';
import { checkVariantRow, type ReadVariantRow } from './check-variant-row.ts';
import { FileProducts } from './file-products.ts';
import { type CheckedRow, deleteRows, insertRows, markFailed, type Outcome } from './import-rows.store.ts';
import type { ImportServices } from './import-services.ts';
import { type Claim, findImport, type ImportRecord, readContent, recordProgress } from './imports.store.ts';
import { leaseEnd } from './lease.ts';
import { readCsvRows } from './read-csv.ts';
import { readRow } from './read-row.ts';

/** Rows per batch, about ten milliseconds, between yields. */
const BATCH = 200;
/** More would be unreadable for people, and hold one transaction for too long. */
const MAX_ROWS = 50_000;

/**
 * Reads the file and stores what would happen to each row, without changing products. Starts over after an
 * interruption.
 */
export async function checkImport({ db, now, customFields }: ImportServices, claim: Claim): Promise<void> {
  const record = await findImport(db, claim.id);
  if (!record) return;
  const definitions = await customFields.all();
  const mapping = readMapping(record.mapping, record.columns, definitions);
  if ('problems' in mapping) return fail(db, claim, mapping.problems[0]?.message ?? '', now());
  // Deletes the results of an earlier check, unless this one was cancelled before it started.
  const isMine = await inTransaction(db, async (tx) => {
    if (!(await recordProgress(tx, claim, { worker_until: leaseEnd(now()) }))) return false;
    await deleteRows(tx, claim.id);
    return true;
  });
  if (!isMine) return;
  const check = new Check(db, record, await readCategoryNames(db), definitions);
  try {
    let isHeading = true;
    const content = await readContent(db, claim.id);
    if (record.mapping.fields.price_difference !== undefined) {
      check.differences = await readDifferences(content, record, mapping.read);
    }
    for await (const row of readCsvRows(content, record.delimiter)) {
      if (!isHeading) check.add(readRow(row, record.columns, mapping.read), row.bytes);
      isHeading = false;
      if (check.rowCount > MAX_ROWS) {
        const message = `This file has more than ${grouped(MAX_ROWS)} rows. Please split it.`;
        return fail(db, claim, message, now());
      }
      if (check.isFull && !(await check.flush(claim, now()))) return;
    }
    if (!(await check.flush(claim, now()))) return;
    if (!(await check.refuseUnraised(claim))) return;
  } catch (error) {
    if (error instanceof Refusal) return fail(db, claim, error.message, now());
    throw error;
  }
  await recordProgress(db, claim, { status: 'checked', attempts: 0, worker_until: null });
}

/** A product's row is above those of its variants, so its price is checked with differences from further below. */
async function readDifferences(
  content: Buffer,
  { columns, delimiter }: ImportRecord,
  read: RowReader,
): Promise<FileDifferences> {
  const differences = new Map<string, { of: string; difference: Cents }>();
  let rowCount = 0;
  for await (const cells of readCsvRows(content, delimiter)) {
    rowCount += 1;
    if (rowCount % BATCH === 0) await nextTurn();
    if (rowCount > MAX_ROWS) break;
    const row = readRow(cells, columns, read);
    if (!('variantOf' in row) || row.given.price_difference === undefined || differences.has(row.sku)) continue;
    differences.set(row.sku, { of: row.variantOf, difference: row.given.price_difference });
  }
  return differences;
}

async function fail(db: Database, claim: Claim, failure: string, at: Date): Promise<void> {
  await recordProgress(db, claim, { status: 'failed', failure, finished_at: at });
}

/** The rows of one batch, and the results so far. */
class Check {
  rowCount = 0;
  differences: FileDifferences = new Map();
  readonly #db: Database;
  readonly #id: number;
  readonly #categories: Shop['categories'];
  readonly #customFields: Shop['customFields'];
  readonly #lines = new Map<string, number>();
  readonly #counts: Record<Outcome, number> = { create: 0, update: 0, unchanged: 0, error: 0 };
  readonly #hasVariantRows: boolean;
  readonly #file = new FileProducts();
  /** SKUs of variants whose differences a product's price needs, with the line of the product. */
  readonly #needed = new Map<string, number>();
  readonly #badVariants = new Map<string, number>();
  #rows: (ReadRow | ReadVariantRow)[] = [];
  #bytes = 0;

  constructor(
    db: Database,
    { id, mapping }: ImportRecord,
    categories: Shop['categories'],
    customFields: Shop['customFields'],
  ) {
    this.#customFields = customFields;
    this.#db = db;
    this.#id = id;
    this.#categories = categories;
    this.#hasVariantRows = mapping.fields.variant_of !== undefined;
  }

  get isFull(): boolean {
    return this.#rows.length >= BATCH;
  }

  add(row: ReadRow | ReadVariantRow, bytes: number): void {
    this.rowCount += 1;
    this.#bytes = bytes;
    this.#rows.push(row);
    if (row.sku !== '' && !this.#lines.has(row.sku)) this.#lines.set(row.sku, row.line);
  }

  /** @returns whether to continue. */
  async flush(claim: Claim, at: Date): Promise<boolean> {
    const rows = this.#rows;
    this.#rows = [];
    const shop = await this.#shopFor(rows, at);
    const checked = rows.map((row) => this.#checkOne(row, shop));
    for (const { outcome } of checked) this.#counts[outcome] += 1;
    await nextTurn();
    return inTransaction(this.#db, (tx) => this.#record(tx, claim, checked, at));
  }

  /** Refuses product rows whose price needs the difference of a variant whose own row has errors. */
  async refuseUnraised(claim: Claim): Promise<boolean> {
    const failures = [...this.#needed].flatMap(([sku, line]) => {
      const bad = this.#badVariants.get(sku);
      const message = `The price needs the difference of ${sku}, whose row, line ${bad}, has errors.`;
      return bad === undefined ? [] : [{ line, field: 'price', message }];
    });
    if (failures.length === 0) return true;
    const lines = new Set(failures.map(({ line }) => line));
    this.#counts.update -= lines.size;
    this.#counts.error += lines.size;
    return inTransaction(this.#db, async (tx) => {
      await markFailed(tx, this.#id, failures);
      const { update, error } = this.#counts;
      return recordProgress(tx, claim, { update_count: update, error_count: error });
    });
  }

  #checkOne(row: ReadRow | ReadVariantRow, shop: Shop): CheckedRow {
    if ('variantOf' in row) {
      const checked = checkVariantRow(row, shop, this.#file);
      if (checked.outcome === 'error') this.#badVariants.set(row.sku, row.line);
      return checked;
    }
    const checked = checkRow(row, shop);
    for (const { change } of checked.form.raised ?? []) this.#needed.set(change.sku ?? '', row.line);
    if (this.#hasVariantRows) this.#file.note(row, checked, shop);
    return checked;
  }

  /** Verify the claim first: rows of a cancelled check must never mix with those of the next one. */
  async #record(tx: Transaction, claim: Claim, checked: readonly CheckedRow[], at: Date): Promise<boolean> {
    const { create, update, unchanged, error } = this.#counts;
    const isMine = await recordProgress(tx, claim, {
      done_rows: this.rowCount,
      done_bytes: this.#bytes,
      create_count: create,
      update_count: update,
      unchanged_count: unchanged,
      error_count: error,
      worker_until: leaseEnd(at),
    });
    if (isMine && checked.length > 0) await insertRows(tx, this.#id, checked);
    return isMine;
  }

  async #shopFor(rows: readonly (ReadRow | ReadVariantRow)[], at: Date): Promise<Shop> {
    const { products, variants } = await findProductsBySku(
      this.#db,
      rows.flatMap((row) => ('variantOf' in row ? [row.sku, row.variantOf] : row.sku)).filter((sku) => sku !== ''),
    );
    const pictures = rows.flatMap(({ given }) => given.images?.map(({ url }) => url) ?? []);
    // Protects uploads named in the file from the clean-up, like opening a form does.
    const missing = pictures.length > 0 ? await inTransaction(this.#db, (tx) => claimPictures(tx, pictures, at)) : [];
    return {
      products,
      variants,
      hasVariantRows: this.#hasVariantRows,
      categories: this.#categories,
      differences: this.differences,
      lines: this.#lines,
      missingPictures: new Set(missing),
      customFields: this.#customFields,
    };
  }
}
