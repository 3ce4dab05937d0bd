import { expect, test } from 'vitest';
import { z } from 'zod';
import { productFilters } from '#domain/catalogue/filter-fields.ts';
import type { FieldDefinition } from '#domain/catalogue/product-field-kinds.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { fieldParameters, filters, optionalCategory } from './product-list-query.ts';

/** Parameters that filter by no product field: search, sorting, paging, facets, and the rating. */
const WITHOUT_FIELD = ['minRating', 'sortBy', 'sortOrder', 'page', 'per_page', 'facets'];

test('each filter of the product list is declared by its field', () => {
  const declared = Object.values<FieldDefinition>(PRODUCT_FIELDS).flatMap(({ filter }) =>
    filter && 'parameters' in filter ? filter.parameters : [],
  );
  const own = Object.keys({ ...optionalCategory, ...filters }).filter((name) => !WITHOUT_FIELD.includes(name));
  expect([...declared].sort()).toEqual(own.sort());
});

test('a product field that is a filter is documented with its parameters', () => {
  const { text, weight, flag } = {
    text: { ...PRODUCT_FIELDS.barcode, filter: { since: 1 } },
    weight: { ...PRODUCT_FIELDS.weight, filter: { since: 1 } },
    flag: { ...PRODUCT_FIELDS.is_featured, filter: { since: 1 } },
  };
  const shape = fieldParameters(
    productFilters({ material: text, weight, is_vegan: flag, brand: PRODUCT_FIELDS.brand }),
  );
  const { properties, required } = z.toJSONSchema(z.object(shape), { io: 'input' });
  expect(required).toBeUndefined();
  expect(properties).toEqual({
    'field.material': { type: 'array', items: { type: 'string' } },
    'field.weight.min': { type: 'number' },
    'field.weight.max': { type: 'number' },
    'field.is_vegan': { type: 'string', enum: ['true', 'false'] },
  });
});
