import { expect, test } from 'vitest';
import { VariantColumns } from './variant-columns.ts';

const variantsOf = (slot: number, size: string) =>
  Array.from({ length: 10 }, (_, at) => ({
    id: slot * 10 + at,
    options: { Size: size, Colour: `Shade ${at}` },
    swatch: null,
  }));

test('finds variants after so many changes that unused memory is given back', () => {
  const columns = new VariantColumns();
  columns.grow(2_000);
  for (const size of ['S', 'M', 'L', 'XL']) {
    for (let slot = 0; slot < 2_000; slot += 1) {
      columns.set(slot, variantsOf(slot, slot % 2 === 0 ? size : 'XS'));
      columns.setStock(slot, [slot * 10 + 3]);
    }
  }
  columns.clear(4);
  const conditions = [
    { key: 'size', values: ['xl'] },
    { key: 'colour', values: ['shade-3'] },
  ];
  const states = columns.statesOf(conditions, 2_000);
  expect([...states.subarray(0, 6)]).toEqual([2, 0, 2, 0, 0, 0]);
  expect(states.reduce((sum, state) => sum + state, 0)).toBe(2 * 999);
  expect(columns.statesOf([{ key: 'size', values: ['m'] }], 2_000).some((state) => state > 0)).toBe(false);
});
