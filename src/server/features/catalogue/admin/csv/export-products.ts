import { CSV_START, csvLine } from '#csv/csv-line.ts';
import { customColumn } from '#csv/import-custom.ts';
import {
  cellOf,
  FIELD_RULES,
  IMPORT_FIELDS,
  type ImportField,
  VARIANT_FIELDS,
  variantCellOf,
} from '#csv/import-fields.ts';
import { pathCell } from '#domain/catalogue/category-tree.ts';
import { customCell, customValueOf } from '#domain/catalogue/custom-values.ts';
import { CSV_FIELDS } from '#domain/catalogue/product-field-lists.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ProductContext } from '../../storefront/product.view.ts';
import {
  type AdminProductQuery,
  type AdminProductRow,
  findAdminProductIdsAfter,
  readAdminProductRows,
} from '../products/admin-products.store.ts';
import { toImported, toImportedVariants } from './imported-products.ts';

/** Rows per batch: large enough to be fast, small enough for memory. */
const BATCH = 500;

/** A line with the cells of these fields, others empty. */
function lineOf<F extends ImportField>(
  fields: readonly F[],
  cell: (field: F) => string,
  custom: readonly string[],
): string {
  const cells = new Map<ImportField, string>(fields.map((field) => [field, cell(field)]));
  return csvLine([...IMPORT_FIELDS.map((field) => cells.get(field) ?? ''), ...custom]);
}

function linesOf(row: AdminProductRow, { customFields, categories }: ProductContext): string {
  const slugs = categories.pathOf(row.category_id).map(({ slug }) => slug);
  // The slug where the category is newer than the list of categories.
  const product = { ...toImported(row), category: pathCell(slugs) || row.category_slug };
  const none = customFields.map(() => '');
  const variants = toImportedVariants(row).map((variant) =>
    lineOf(VARIANT_FIELDS, (field) => variantCellOf(field, variant), none),
  );
  const custom = customFields.map((field) => customCell(field, customValueOf(field, row.custom, row.category_id)));
  return lineOf(CSV_FIELDS, (field) => cellOf(field, product), custom) + variants.join('');
}

/**
 * The matching products as CSV by id, each followed by its variants, generated while they are read; an import reads it
 * back.
 * @param context its custom fields have a column each
 */
export async function* exportProducts(
  db: Database,
  filter: Pick<AdminProductQuery, 'search' | 'categories' | 'status'>,
  context: ProductContext,
): AsyncGenerator<string> {
  const custom = context.customFields.map(({ key }) => customColumn(key));
  yield CSV_START + csvLine([...IMPORT_FIELDS.map((field) => FIELD_RULES[field].label), ...custom]);
  let last = 0;
  for (;;) {
    const ids = await findAdminProductIdsAfter(db, filter, last, BATCH);
    const rows = await readAdminProductRows(db, ids);
    yield rows.map((row) => linesOf(row, context)).join('');
    last = ids.at(-1) ?? last;
    if (ids.length < BATCH) return;
  }
}
