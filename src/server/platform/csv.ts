/** Spreadsheets run a text that begins like this as a formula, whoever wrote it (OWASP: CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Excel reads a file as UTF-8 only when it begins with this mark. */
export const CSV_START = '\uFEFF';

/** One line of a CSV file (RFC 4180). Texts that a spreadsheet would take for a formula get an apostrophe before them. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const written = cells.map((cell) => {
    if (typeof cell !== 'string') return cell === null ? '' : String(cell);
    const safe = FORMULA.test(cell) ? `'${cell}` : cell;
    return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
