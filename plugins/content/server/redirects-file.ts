import { CsvError, parse } from 'csv-parse/sync';

/** One row of a file of redirects: the former and the new address. */
export interface RedirectRow {
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Reads a CSV file with the former address in the first column and the new one in the second, such as Shopify's export.
 * A first row without any address is the header row.
 * @returns undefined if the file is not CSV
 */
export function readRedirectsFile(text: string): RedirectRow[] | undefined {
  const rows: RedirectRow[] = [];
  try {
    const records = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    for (const { record, info } of records) {
      const [from = '', to = ''] = record.map((cell) => cell.trim());
      rows.push({ line: info.lines, from, to });
    }
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
  const [first, ...others] = rows;
  return first && !isAddress(first.from) && !isAddress(first.to) ? others : rows;
}

const isAddress = (cell: string): boolean => cell.startsWith('/') || URL.canParse(cell);

/** The paths of a row. Some shops export them with their host: `https://shop.example/old`. */
export function pathsOf({ from, to }: RedirectRow): { from_path: string; to_path: string } {
  if (!URL.canParse(from)) return { from_path: from, to_path: to };
  const { origin, pathname, search } = new URL(from);
  const isSameShop = URL.canParse(to) && new URL(to).origin === origin;
  return { from_path: pathname + search, to_path: isSameShop ? to.slice(origin.length) || '/' : to };
}
