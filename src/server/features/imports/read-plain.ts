import { IMPORT_FIELDS, type ImportField } from '#csv/import-fields.ts';
import type { RowReader, RowReading } from '#csv/import-mapping.ts';
import { htmlToText, inOneLine, isHtml } from './html-text.ts';

type Values = RowReading['values'];
type Value = Values[ImportField];

/** Fields that identify products and pictures are taken literally. */
const LITERAL: ReadonlySet<string> = new Set(['sku', 'variant_of', 'images']);

function lineOf(value: Value): Value {
  if (typeof value === 'string') return inOneLine(value);
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? inOneLine(item) : item));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, fact]) => [inOneLine(name), inOneLine(String(fact))]));
}

const inLines = (custom: NonNullable<Values['custom']>) =>
  Object.fromEntries(
    Object.entries(custom).map(([key, value]) => [key, typeof value === 'string' ? inOneLine(value) : value]),
  );

/**
 * Converts the HTML of another shop's export: the description keeps paragraphs and lists, everything else becomes one
 * line. Rows without HTML are unchanged.
 */
export function readPlain(read: RowReader, cells: readonly string[], written: RowReading): RowReading {
  if (!cells.some(isHtml)) return written;
  const plain = read(cells.map(htmlToText));
  const { custom, ...fields } = plain.values;
  const values: { [F in ImportField]?: Value } = { ...fields };
  for (const field of IMPORT_FIELDS) {
    const value = written.values[field];
    if (value === undefined) continue;
    if (LITERAL.has(field)) values[field] = value;
    else if (field !== 'description' && JSON.stringify(values[field]) !== JSON.stringify(value)) {
      values[field] = lineOf(values[field]);
    }
  }
  const problems = [
    ...plain.problems.filter(({ field }) => !LITERAL.has(field)),
    ...written.problems.filter(({ field }) => LITERAL.has(field)),
  ];
  return { values: { ...(values as Values), ...(custom && { custom: inLines(custom) }) }, problems };
}
