/** Headings of converted files, which `guessMapping` recognises. */
export const CONVERTED_COLUMNS = [
  'SKU',
  'Variant of',
  'Options',
  'Name',
  'Category',
  'Price',
  'Sale price',
  'Price difference',
  'Stock',
  'Description',
  'Short description',
  'Brand',
  'Tags',
  'Weight',
  'Barcode',
  'Active',
  'Featured',
  'SEO title',
  'SEO description',
] as const;

/** A product, or a variant below its product, as the shop's own CSV files have it. Prices have decimal points. */
export type ConvertedRow = { readonly [C in (typeof CONVERTED_COLUMNS)[number]]?: string };

/** Reads a cell of an export row by its column, trimmed. Empty if the file has no such column. */
export type ExportRow = (column: string) => string;

/** A product export format of another shop system, whose rows are converted to ours. */
export interface ImportFormat {
  /** Lowercase words joined by hyphens, unique in the shop. Stored with imports: never change it. */
  readonly name: string;
  /** Name of the other shop system, for merchants. */
  readonly label: string;
  /** Whether a file with these headings is such an export. */
  recognises(columns: ReadonlySet<string>): boolean;
  /**
   * @param rows all rows of the file, without the heading
   * @param today in the shop's time zone, such as `2026-11-30`
   */
  convert(rows: readonly ExportRow[], today: string): Iterable<ConvertedRow>;
}

/** Format name of a file that is not converted. */
export const PLAIN_CSV = 'csv';

/** Lets a format read rows by the names of their columns. */
export function exportRows(columns: readonly string[], rows: readonly (readonly string[])[]): ExportRow[] {
  const index = new Map(columns.map((name, at) => [name, at]));
  return rows.map(
    (cells): ExportRow =>
      (column) =>
        cells[index.get(column) ?? -1]?.trim() ?? '',
  );
}
