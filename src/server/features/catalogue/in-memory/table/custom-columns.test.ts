import { expect, test } from 'vitest';
import { productFacts } from '#test/factories/product-facts.ts';
import { ProductColumns } from './product-columns.ts';

const MAKER = {
  key: 'maker',
  label: 'Maker',
  kind: 'text',
  choices: [],
  unit: '',
  help: '',
  isFilter: true,
  category: null,
  plugin: null,
} as const;

test('texts that are no longer used take no memory', () => {
  const columns = new ProductColumns();
  columns.setCustomFilters([MAKER]);
  const factsOf = (maker: string) => productFacts(1, { custom: { maker } });
  const write = (slot: number, maker: string) => columns.write(slot, factsOf(maker), 0, 0);
  const isSame = (slot: number, maker: string) => columns.isSame(slot, factsOf(maker), 0, 0);
  /** One byte for each text that is remembered, and one for none. */
  const remembered = () => columns.custom.rangeOf({ key: 'maker', values: [] })?.allowed?.length;
  write(0, 'Aalto');
  for (let change = 0; change < 100; change += 1) {
    write(1, `Changed ${change}`);
    write(2, `Removed ${change}`);
    columns.clear(2);
    // Comparing a product with its new text remembers nothing.
    expect(isSame(1, `Changed ${change + 1}`)).toBe(false);
  }
  expect(remembered()).toBe(4);
  write(1, 'Aalto');
  expect([isSame(1, 'Aalto'), isSame(1, 'Changed 0')]).toEqual([true, false]);
});
