import { expect, test } from 'vitest';
import { withNamedFilters } from './named-filters.ts';

const filtersOf = (query: object) => withNamedFilters(query, []).custom;

test('values of a custom field are separated by commas, those of a product field by repeated parameters or line breaks', () => {
  expect(filtersOf({ 'custom.wood': ['oak, pine', 'ash'] })).toEqual({ wood: ['oak', 'pine', 'ash'] });
  expect(filtersOf({ 'field.material': ['Oak, oiled', 'Ash\r\nElm'] })).toEqual({
    'field.material': ['Oak, oiled', 'Ash', 'Elm'],
  });
  expect(filtersOf({ 'field.weight.min': 2, 'custom.width.max': '3' })).toEqual({
    'field.weight.min': ['2'],
    'width.max': ['3'],
  });
});

test('characters that PostgreSQL refuses are replaced, so the value matches nothing', () => {
  expect(filtersOf({ 'custom.wood': 'oak\0', 'field.material': '\ud800Ash\0' })).toEqual({
    wood: ['oak '],
    'field.material': ['\ufffdAsh '],
  });
});

test.each(['field.Material', 'field.__proto__', 'fields.material', 'field.material.most', 'custom.field.material'])(
  '%s is no filter',
  (name) => {
    expect(filtersOf({ [name]: 'x' })).toEqual({});
  },
);
