/** What a spreadsheet would take for a formula when it opens the file. */
const FORMULA = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** A value as a cell of a CSV file (RFC 4180); a text that looks like a formula is shown instead of run. */
function csvCell(value: string | number): string {
  const text = String(value);
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a CSV file, its end included. */
export const csvLine = (values: readonly (string | number)[]): string => `${values.map(csvCell).join(',')}\r\n`;
