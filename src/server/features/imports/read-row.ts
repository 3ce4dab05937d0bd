import { singleLine as oneLine } from '#contract/fields.ts';
import type { RowReader } from '#csv/import-mapping.ts';
import { checkValues, type ReadRow } from './check-row.ts';
import { type ReadVariantRow, readVariantRow } from './check-variant-row.ts';
import type { CsvRow } from './read-csv.ts';
import { readPlain } from './read-plain.ts';

/** Parses a row with the mapping and the form's rules. */
export function readRow(
  { line, cells }: CsvRow,
  columns: readonly string[],
  read: RowReader,
): ReadRow | ReadVariantRow {
  if (cells.length !== columns.length) {
    const message = `This line has ${cells.length} cells, the heading has ${columns.length}.`;
    return { line, sku: '', given: {}, problems: [{ field: 'row', message }] };
  }
  const written = read(cells);
  const reading = readPlain(read, cells, written);
  const { values, problems } = reading;
  const variantOf = skuOf(values.variant_of);
  if (variantOf !== '') return readVariantRow({ line, variantOf }, reading);
  const { given, problems: refused } = checkValues(values);
  const sku = skuOf(values.sku);
  const all = [...problems, ...refused];
  if (sku === '' && !all.some(({ field }) => field === 'sku')) {
    all.unshift({ field: 'sku', message: 'The SKU is missing.' });
  }
  for (const field of ['options', 'price_difference'] as const) {
    if (values[field] === undefined) continue;
    all.push({ field, message: 'Only a variant has this. Please give the SKU of its product under “Variant of”.' });
  }
  const asWritten = reading === written ? given : checkValues(written.values).given;
  return { line, sku, given, asWritten, problems: all };
}

/** Of any length: the form reports one that is too long. */
const cleanedLine = oneLine(0, Number.MAX_SAFE_INTEGER);

/** Removes invisible characters, so that the compared SKU is the one that will be written. */
function skuOf(value: unknown): string {
  const cleaned = cleanedLine.safeParse(value);
  if (cleaned.success) return cleaned.data;
  return typeof value === 'string' ? value : '';
}
