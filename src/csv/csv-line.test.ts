import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { CSV_START, csvLine } from './csv-line.ts';

test('what is written is read back as it was', () => {
  const cells = ['plain', 'a, b', 'say "yes"', 'two\nlines', 'שלום', '', 'end\r\n'];
  expect(parse(CSV_START + csvLine(cells), { bom: true, recordDelimiter: '\r\n' })).toEqual([cells]);
});

test('cells with commas, quotes and line breaks are quoted; plain ones are not', () => {
  expect(csvLine(['ORD-2026-000001', 12, '-5.00', 'Lee, Ann', 'the "big" one', 'two\nlines', '', null])).toBe(
    'ORD-2026-000001,12,-5.00,"Lee, Ann","the ""big"" one","two\nlines",,\r\n',
  );
});

test.each(['=1+1', '+1 555', '@me', '-x', '-1+1', '=HYPERLINK("http://a.test","b")', '\t=1', '\r=1', "'=1"])(
  '%j is no formula any more',
  (text) => {
    const [[cell]] = parse(csvLine([text]), { recordDelimiter: '\r\n' }) as [[string]];
    expect(cell).toBe(`'${text}`);
  },
);

test.each([
  [';', 'x;=1+1;'],
  ['\t', 'x\t=1+1'],
])('a text is one cell also for a spreadsheet that parts cells at %j', (delimiter, text) => {
  expect(parse(csvLine([text]), { delimiter, recordDelimiter: '\r\n' })).toEqual([[text]]);
});
