/**
 * What a spreadsheet runs as a formula when it opens the file, whoever wrote it (OWASP: CSV injection). One that has an
 * apostrophe already gets another: who takes one off, as an import does, has what was written.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
/** Semicolons and tabs, too: a spreadsheet that parts cells there would begin a new one, and run it as a formula. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Spreadsheets read a file as UTF-8 only when it begins with this mark. */
export const CSV_START = '\uFEFF';

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A line of a CSV file (RFC 4180), its end included. A text that a spreadsheet would take for a formula gets an apostrophe
 * before it; null is an empty cell.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
