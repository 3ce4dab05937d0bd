import { CSV_START, csvLine } from '#domain/csv.ts';
import { cellOf, FIELD_RULES, IMPORT_FIELDS } from '#domain/import-fields.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type AdminProductQuery, findAdminProductIdsAfter, readAdminProductRows } from './admin-products.store.ts';
import { toImported } from './imported-products.ts';

/** Read at a time: enough to be quick, little enough for memory. */
const BATCH = 500;

/** The products of a filter as CSV in the order of their making, written while they are read; an import reads it back. */
export async function* exportProducts(
  db: Database,
  filter: Pick<AdminProductQuery, 'search' | 'category' | 'status'>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(IMPORT_FIELDS.map((field) => FIELD_RULES[field].label));
  let last = 0;
  for (;;) {
    const ids = await findAdminProductIdsAfter(db, filter, last, BATCH);
    const rows = await readAdminProductRows(db, ids);
    yield rows
      .map(toImported)
      .map((product) => csvLine(IMPORT_FIELDS.map((field) => cellOf(field, product))))
      .join('');
    last = ids.at(-1) ?? last;
    if (ids.length < BATCH) return;
  }
}
