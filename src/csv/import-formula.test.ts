import { expect, test } from 'vitest';
import { plainNumber, readFormula } from './import-formula.ts';

const COLUMNS = new Set(['pages', 'List price', 'größe']);
const ROW: Readonly<Record<string, string>> = { pages: '250', 'List price': '$1,190.00', größe: '3.0' };

function calculate(formula: string, row = ROW, decimals = 2) {
  const read = readFormula(formula, COLUMNS, { decimals, decimal: '.' });
  return typeof read === 'function' ? read((column) => row[column] ?? '') : read;
}

test.each([
  ['pages × 0.05 + 4', '16.50'],
  ['pages*0.05+4', '16.50'],
  ['4 + pages * 0.05', '16.50'],
  ['{List price} / 1.19', '1000.00'],
  ['{ List price } ÷ 7', '170.00'],
  ['(pages − 50) · 2', '400.00'],
  ['10 - 2 - 3', '5.00'],
  ['100 / 10 / 4', '2.50'],
  ['-pages + 251', '1.00'],
  ['pages * -0.01', '-2.50'],
  ['größe', '3.00'],
  ['1.005', '1.01'],
  ['0.1 + 0.2 - 0.3', '0.00'],
  ['1 / 3', '0.33'],
  ['2 / -3', '-0.67'],
  ['-0.004', '0.00'],
])('%s is %s', (formula, value) => {
  expect(calculate(formula)).toBe(value);
});

test('units and grams have their own decimals', () => {
  expect(calculate('pages / 100', ROW, 0)).toBe('3');
  expect(calculate('pages / 7', ROW, 3)).toBe('35.714');
});

test.each([
  ['', 'Please enter a formula.'],
  ['pages *', 'The formula ends too early.'],
  ['(pages + 1', 'A closing bracket is missing in the formula.'],
  ['pages + 1)', 'There is a “)” too many in the formula.'],
  ['pages 4', 'There is a “4” too many in the formula.'],
  ['* 4', 'A number or a column is missing before “*” in the formula.'],
  ['price * 2', 'The file has no column “price”.'],
  ['{isbn}', 'The file has no column “isbn”.'],
  ['pages % 3', 'The formula cannot be read from “% 3” on.'],
  ['1'.repeat(201), 'A formula has at most 200 characters.'],
])('%j is refused: %s', (formula, problem) => {
  expect(calculate(formula)).toEqual({ problem });
});

test.each([
  [{ ...ROW, pages: '' }, 'The column “pages” is empty in this row.'],
  [{ ...ROW, pages: 'many' }, '“many” in “pages” is not a number.'],
  [{ ...ROW, pages: '9.78e+12' }, '“9.78e+12” in “pages” is not a number.'],
])('a row without a usable number is reported', (row, problem) => {
  expect(calculate('pages × 0.05 + 4', row)).toEqual({ problem });
});

test('division by a column that is 0 is reported', () => {
  expect(calculate('4 / pages', { ...ROW, pages: '0' })).toEqual({ problem: 'The formula divides by 0.' });
});

test.each([
  ['12', '.', '12'],
  ['12.50', '.', '12.50'],
  ['$1,234.50', '.', '1234.50'],
  ['1 234', '.', '1234'],
  ['1’234.5', '.', '1234.5'],
  ['12,50', '.', undefined],
  ['12.50 €', ',', undefined],
  ['1.234,50 €', ',', '1234.50'],
  ['-3', '.', '-3'],
  ['1,23,4', '.', undefined],
  ['', '.', undefined],
  ['NaN', '.', undefined],
  ['0x10', '.', undefined],
] as const)('%j with %j is read as %j', (text, decimal, plain) => {
  expect(plainNumber(text, decimal)).toBe(plain);
});
