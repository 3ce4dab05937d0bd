import { expect, test } from 'vitest';
import { csvText } from './csv-text.ts';

test.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1 555', "'+1 555"],
  ['@home', "'@home"],
  ['-12.50', '-12.50'],
  ['', ''],
])('%j stands there as %j', (value, written) => {
  expect(csvText([[value, 'x']])).toBe(`${written},x\r\n`);
});
