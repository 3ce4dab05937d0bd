import { CSV_START, csvLine } from '#domain/csv.ts';
import {
  cellOf,
  FIELD_RULES,
  IMPORT_FIELDS,
  type ImportedVariant,
  PRODUCT_FIELDS,
  VARIANT_FIELDS,
  variantCellOf,
} from '#domain/import-fields.ts';
import type { Database } from '#server/platform/database/database.ts';
import {
  type AdminProductQuery,
  type AdminProductRow,
  findAdminProductIdsAfter,
  readAdminProductRows,
} from './admin-products.store.ts';
import { toImported, toImportedVariants } from './imported-products.ts';

/** Read at a time: enough to be quick, little enough for memory. */
const BATCH = 500;

function productLine(row: AdminProductRow): string {
  const product = toImported(row);
  const cells = new Map<string, string>(PRODUCT_FIELDS.map((field) => [field, cellOf(field, product)]));
  return csvLine(IMPORT_FIELDS.map((field) => cells.get(field) ?? ''));
}

function variantLine(variant: ImportedVariant): string {
  const cells = new Map<string, string>(VARIANT_FIELDS.map((field) => [field, variantCellOf(field, variant)]));
  return csvLine(IMPORT_FIELDS.map((field) => cells.get(field) ?? ''));
}

/**
 * The products of a filter as CSV in the order of their making, each with its variants below it, written while they are
 * read; an import reads it back.
 */
export async function* exportProducts(
  db: Database,
  filter: Pick<AdminProductQuery, 'search' | 'category' | 'status'>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(IMPORT_FIELDS.map((field) => FIELD_RULES[field].label));
  let last = 0;
  for (;;) {
    const ids = await findAdminProductIdsAfter(db, filter, last, BATCH);
    const rows = await readAdminProductRows(db, ids);
    yield rows.map((row) => productLine(row) + toImportedVariants(row).map(variantLine).join('')).join('');
    last = ids.at(-1) ?? last;
    if (ids.length < BATCH) return;
  }
}
