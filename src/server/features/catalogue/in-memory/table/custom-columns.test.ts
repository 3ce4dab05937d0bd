import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_CUSTOM_NUMBER } from '#domain/catalogue/custom-values.ts';
import { productFacts } from '#test/factories/product-facts.ts';
import { ProductColumns } from './product-columns.ts';
import { isWithin } from './range.ts';
import { SlotSet } from './slot-set.ts';

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

test('a range of any numbers has the products with a value in it, whether few or many are tested', () => {
  const SLOTS = 64;
  const numbers = fc.integer({ min: -MAX_CUSTOM_NUMBER, max: MAX_CUSTOM_NUMBER });
  const values = fc.array(fc.option(numbers), { minLength: SLOTS, maxLength: SLOTS });
  const limit = fc.option(fc.integer({ min: -9_999_999, max: 9_999_999 }), { nil: undefined });
  fc.assert(
    fc.property(values, limit, limit, (widths, min, max) => {
      const columns = new ProductColumns();
      columns.setCustomFilters([{ ...MAKER, key: 'width', kind: 'number' }]);
      for (const [slot, width] of widths.entries())
        columns.write(slot, productFacts(slot, { custom: width === null ? {} : { width } }), 0, 0);
      const range = columns.custom.rangeOf({ key: 'width', min, max });
      if (!range) throw new Error('The field has no column');
      const expected = widths.flatMap((width, slot) =>
        width !== null && width >= (min ?? width) && width <= (max ?? width) ? [slot] : [],
      );
      const many = new SlotSet().fill(SLOTS).keepWithin(range);
      expect([...many.members(new Int32Array(SLOTS))]).toEqual(expected);
      expect([...widths.keys()].filter((slot) => isWithin(range, slot))).toEqual(expected);
    }),
  );
});
