import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { CSV_START, csvLine } from './csv.ts';

test('what is written is read back as it was', () => {
  const cells = ['plain', 'a, b', 'say "yes"', 'two\nlines', 'שלום', '', 'end\r\n'];
  expect(parse(CSV_START + csvLine(cells), { bom: true, recordDelimiter: '\r\n' })).toEqual([cells]);
  expect(csvLine([1, null, '2'])).toBe('1,,2\r\n');
});

test.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is no formula any more', (text) => {
  const [[cell]] = parse(csvLine([text]), { recordDelimiter: '\r\n' }) as [[string]];
  expect(cell).toBe(`'${text}`);
});
