import { expect, test } from 'vitest';
import { cellOf, type ImportField } from './import-fields.ts';
import { guessMapping, type ImportMapping, readMapping, type Source } from './import-mapping.ts';

const COLUMNS = ['book_id', 'title', 'pages', 'price', 'tags', 'active'];

function read(fields: ImportMapping['fields'], cells: readonly string[], decimal: ImportMapping['decimal'] = '.') {
  const mapping = readMapping({ fields: { sku: { from: 'column', column: 'book_id' }, ...fields }, decimal }, COLUMNS);
  if (!('read' in mapping)) return mapping;
  return mapping.read(cells);
}
const column = (name: string): Source => ({ from: 'column', column: name });
const computed = (formula: string): Source => ({ from: 'computed', formula });
const fixed = (value: string): Source => ({ from: 'fixed', value });
const BOOK = ['7', ' Emma ', '250', '$12.50', 'classic, english', 'yes'];

test('columns, fixed values and formulas make a product', () => {
  const fields = {
    sku: computed('BK-{book_id}'),
    name: column('title'),
    price: computed('pages × 0.05 + 4'),
    stock: fixed('25'),
    tags: column('tags'),
    is_active: column('active'),
    description: computed('{title}, {pages} pages'),
  };
  expect(read(fields, BOOK)).toEqual({
    problems: [],
    values: {
      sku: 'BK-7',
      name: 'Emma',
      price: '16.50',
      stock: '25',
      tags: ['classic', 'english'],
      is_active: true,
      description: 'Emma, 250 pages',
    },
  });
});

test.each([
  ['price', '12,50', '“12,50” is not a number such as 12.50.'],
  ['price', 'free', '“free” is not a number such as 12.50.'],
  ['stock', '2.5', '“2.5” is not a whole number of units.'],
  ['is_active', 'perhaps', '“perhaps” is neither yes nor no.'],
  ['is_active', 'constructor', '“constructor” is neither yes nor no.'],
  ['is_featured', '__proto__', '“__proto__” is neither yes nor no.'],
  ['specifications', 'Size: 3 | __proto__: 4', '“__proto__” cannot be a name. Please choose another one.'],
  ['options', '__proto__: 4', '“__proto__” cannot be a name. Please choose another one.'],
  ['specifications', 'Stoneware', 'Please write specifications as “Material: Stoneware | Size: 3”.'],
] as const)('%s cannot be %j', (field: ImportField, cell, message) => {
  const row = ['7', 'Emma', '250', cell, '', ''];
  expect(read({ [field]: column('price') }, row)).toMatchObject({ problems: [{ field, message }] });
});

test('specifications may have any other name', () => {
  const specifications = { problem: 'none', constructor: 'Ada' };
  expect(read({ specifications: column('price') }, ['7', '', '', 'problem: none | constructor: Ada'])).toEqual({
    problems: [],
    values: { sku: '7', specifications },
  });
});

test('decimal commas are parsed where the file has them, also in formulas', () => {
  const row = ['7', 'Emma', '250', '1.012,5', '', ''];
  expect(read({ price: column('price') }, row, ',')).toMatchObject({ values: { price: '1012.50' } });
  expect(read({ price: computed('price × 2') }, row, ',')).toMatchObject({ values: { price: '2025.00' } });
});

test('an empty cell clears optional fields and leaves others unchanged', () => {
  const row = ['7', '', '', '', '', ''];
  const fields = { name: column('title'), stock: column('pages'), sale_price: column('price'), tags: column('tags') };
  expect(read(fields, row)).toEqual({ problems: [], values: { sku: '7', sale_price: '', tags: [] } });
});

test('a computed text of empty cells is empty', () => {
  expect(read({ sku: computed('BK-{book_id}') }, ['', 'Emma'])).toEqual({ problems: [], values: {} });
});

test('the apostrophe that escapes formulas is removed', () => {
  expect(read({ name: column('title') }, ["'=1+1", "'=SUM(A1)"])).toMatchObject({
    values: { sku: '=1+1', name: '=SUM(A1)' },
  });
  expect(read({ name: column('title') }, ['7', "'Tis a book"])).toMatchObject({ values: { name: "'Tis a book" } });
});

test('an invalid mapping is reported by field', () => {
  const fields = { name: column('author'), price: computed('pages *'), stock: fixed(' '), brand: computed('{writer}') };
  expect(readMapping({ fields, decimal: '.' }, COLUMNS)).toEqual({
    problems: [
      { field: 'name', message: 'The file has no column “author”.' },
      { field: 'price', message: 'The formula ends too early.' },
      { field: 'stock', message: 'Please enter a value.' },
      { field: 'brand', message: 'The file has no column “writer”.' },
      { field: 'sku', message: 'Please map the SKU: products are identified by it.' },
    ],
  });
});

test('most fields are guessed from headings', () => {
  const { fields } = guessMapping(['Product name', 'SKU', 'Qty', 'Price', 'Sale-Price', 'Colour'], '.');
  expect(fields).toEqual({
    name: column('Product name'),
    sku: column('SKU'),
    stock: column('Qty'),
    price: column('Price'),
    sale_price: column('Sale-Price'),
  });
});

test('cells are written in the format in which they are read', () => {
  expect(cellOf('price', { price: 1250 })).toBe('12.50');
  expect(cellOf('weight', { weight: 450 })).toBe('0.45');
  expect(cellOf('stock', { stock: null })).toBe('');
  expect(cellOf('is_active', { is_active: false })).toBe('no');
});
