import { expect, test } from 'vitest';
import { CSV_FIELDS, PRODUCT_COLUMNS, STORED_FIELDS } from './product-field-lists.ts';
import { PRODUCT_FIELDS } from './product-fields.ts';
import { columnsOfValues, NEW_PRODUCT, valuesOfRow } from './product-values.ts';

test('product values are unchanged after writing and reading their columns', () => {
  const product = { ...NEW_PRODUCT, sku: 'MUG-1', price: 1250, weight: 450, tags: ['tea'] };
  expect(columnsOfValues(product)).toMatchObject({ sku: 'MUG-1', price_cents: 1250, weight_grams: 450, tags: ['tea'] });
  expect(valuesOfRow(columnsOfValues(product), STORED_FIELDS)).toEqual(product);
});

test('a change names only the columns it changes, and can clear a value', () => {
  expect(columnsOfValues({ sale_price: null, brand: undefined })).toEqual({ sale_price_cents: null });
});

test('a new product is active, not featured and otherwise empty', () => {
  expect(NEW_PRODUCT).toMatchObject({ is_active: true, is_featured: false, brand: null, price: 0, tags: [] });
});

test('no two fields share a column or a CSV heading', () => {
  const headings = CSV_FIELDS.flatMap((field): readonly string[] => PRODUCT_FIELDS[field].headings);
  expect(new Set(headings).size).toBe(headings.length);
  expect(new Set(PRODUCT_COLUMNS).size).toBe(PRODUCT_COLUMNS.length);
});
