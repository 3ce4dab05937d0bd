import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('cells with commas, quotes and line breaks are quoted; plain ones stand as they are', () => {
  expect(csvLine(['ORD-2026-000001', 12, '-5.00', 'Lee, Ann', 'the "big" one', 'two\nlines', ''])).toBe(
    'ORD-2026-000001,12,-5.00,"Lee, Ann","the ""big"" one","two\nlines",\r\n',
  );
});

test('what a spreadsheet would run as a formula is shown as text', () => {
  expect(csvLine(['=1+1', '+1 555', '@me', '-x', '=HYPERLINK("http://a.test","b")'])).toBe(
    `'=1+1,'+1 555,'@me,'-x,"'=HYPERLINK(""http://a.test"",""b"")"\r\n`,
  );
});
