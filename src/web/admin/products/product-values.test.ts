import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { formOf, type ProductValues, valuesOf } from './product-values.ts';

const VARIANT = { options: ['Red'], sku: 'MUG-RED', price_modifier: '', stock: '4', image: '', swatch: '' };
const withVariant = (changed: Partial<typeof VARIANT>): ProductValues => ({
  ...valuesOf(null),
  option_names: 'Colour',
  variants: [VARIANT, { ...VARIANT, ...changed }],
});

test('a variant without a stock is refused, and one without a price difference costs the same', () => {
  expect(formOf(withVariant({ stock: '0' }), null).variants).toMatchObject([
    { stock: 4, price_modifier: 0 },
    { stock: 0, price_modifier: 0 },
  ]);
  const refused = (() => {
    try {
      return formOf(withVariant({ stock: '' }), null);
    } catch (error) {
      return error;
    }
  })();
  expect(refused instanceof ApiError && refused.errors).toEqual({ 'variants.1.stock': ['Please enter the stock.'] });
});
