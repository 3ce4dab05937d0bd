/**
 * Cells that a spreadsheet runs as a formula when it opens the file, whoever wrote them (OWASP: CSV injection). One
 * that already starts with an apostrophe gets another, so that removing one, as an import does, restores the original.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
/** Also after semicolons and tabs: a spreadsheet that splits there would start a new cell, and run it as a formula. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Spreadsheets read a file as UTF-8 only with this byte order mark. */
export const CSV_START = '\uFEFF';

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A line of a CSV file (RFC 4180), including its end. Text that looks like a formula gets an apostrophe; null is an
 * empty cell.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
