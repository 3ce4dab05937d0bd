import { expect, test } from 'vitest';
import { readMeasures } from './measure.ts';
import { sizeKeys, wantedSizeKeys } from './size.ts';
import { searchedSku } from './sku.ts';

test('the same quantity has one key, however it is written', () => {
  for (const text of ['35 cm', '350mm', '0.35 metres', '350-mm'])
    expect(readMeasures(text).map(({ key }) => key)).toEqual(['mm 350']);
  expect(readMeasures('1.1 litres, 14" and 15,000 mm').map(({ key }) => key)).toEqual([
    'ml 1100',
    'inch 14',
    'mm 15000',
  ]);
  expect(readMeasures('240 g/m² in 1984')).toEqual([]);
});

test.each([
  ['US 9', ['us 9', '9']],
  ['Size 5', ['5']],
  ['Extra large', ['xl']],
  ['S/M', ['s', 'm']],
  ['US 5-6', ['us 5', '5', 'us 6', '6']],
  ['W32', ['w32', '32']],
  ['Paperback', []],
])('the option %s is found by its sizes', (value, keys) => {
  expect(sizeKeys(value)).toEqual(keys);
});

test('a shoe size is looked for in every system', () => {
  expect(wantedSizeKeys('uk 8')).toEqual(['us 9', 'uk 8', 'eu 42']);
  expect(wantedSizeKeys('9')).toEqual(['9']);
});

test.each([
  ['ILV-MARG-02', 'ILVMARG02'],
  ['ilvmarg02', 'ILVMARG02'],
  ['ILV-MARG', 'ILVMARG'],
  ['two-seat', undefined],
  ['1984', undefined],
  ['red dress', undefined],
])('whether %s may be a SKU', (text, sku) => {
  expect(searchedSku(text)).toBe(sku);
});
