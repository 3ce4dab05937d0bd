import { expect, test } from 'vitest';
import { SHOP_FORMATS } from './exports-of-shops.ts';
import { CONVERTED_COLUMNS, type ConvertedRow, exportRows } from './import-format.ts';
import { guessMapping } from './import-mapping.ts';

const formatOf = (columns: readonly string[]) => SHOP_FORMATS.find(({ recognises }) => recognises(new Set(columns)));

type Cells = Readonly<Record<string, string>>;

function convert(kind: 'shopify' | 'woocommerce', rows: readonly Cells[]) {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const format = formatOf(columns);
  expect(format?.name).toBe(kind);
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
  return [...(format?.convert(exportRows(columns, cells), '2026-11-30') ?? [])].map(filled);
}
/** Without empty cells. */
const filled = (row: ConvertedRow) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''));

const TEE: Cells = {
  Handle: 'blue-tee',
  Title: 'Blue Tee',
  'Body (HTML)': '<p>Soft.</p>',
  Vendor: 'Acme',
  Type: 'Shirts',
  Tags: 'summer, cotton',
  Published: 'true',
  'Option1 Name': 'Size',
  'Option1 Value': 'S',
  'Option2 Name': 'Colour',
  'Option2 Value': 'Blue: dark',
  'Variant SKU': 'TEE-S',
  'Variant Grams': '180',
  'Variant Inventory Qty': '5',
  'Variant Price': '19.99',
  'Variant Compare At Price': '24.99',
  Status: 'active',
};

test('a Shopify product with its variants and pictures has a row for itself and one for each variant', () => {
  const large = { 'Option1 Value': 'L', 'Option2 Value': 'Blue: dark', 'Variant Price': '21.50' };
  expect(
    convert('shopify', [
      TEE,
      { Handle: 'blue-tee', ...large, 'Variant Inventory Qty': '7' },
      { Handle: 'blue-tee', 'Image Src': 'https://shop.example/tee.jpg' },
    ]),
  ).toEqual([
    {
      SKU: 'blue-tee',
      Name: 'Blue Tee',
      Category: 'Shirts',
      Price: '24.99',
      'Sale price': '19.99',
      Description: '<p>Soft.</p>',
      Brand: 'Acme',
      Tags: 'summer, cotton',
      Weight: '0.18',
      Active: 'yes',
    },
    {
      SKU: 'TEE-S',
      'Variant of': 'blue-tee',
      Options: 'Size: S | Colour: Blue: dark',
      'Price difference': '0.00',
      Stock: '5',
    },
    {
      SKU: 'blue-tee-2',
      'Variant of': 'blue-tee',
      Options: 'Size: L | Colour: Blue: dark',
      'Price difference': '1.51',
      Stock: '7',
    },
  ]);
});

test('a Shopify product without options is one row; a draft is not active', () => {
  const mug = { ...TEE, Handle: 'mug', 'Option1 Name': 'Title', 'Option1 Value': 'Default Title', Status: 'draft' };
  const [row, ...others] = convert('shopify', [{ ...mug, 'Option2 Name': '', 'Option2 Value': '' }]);
  expect(row).toMatchObject({ SKU: 'TEE-S', Stock: '5', Active: 'no' });
  expect(others).toEqual([]);
});

test('products and variants of Shopify without a SKU get a unique one', () => {
  const size = { 'Option1 Name': 'Size', 'Variant Price': '5.00' };
  const mug = { ...size, Handle: 'mug', Title: 'Mug' };
  const rows = convert('shopify', [
    { ...mug, 'Option1 Value': 'S', 'Variant SKU': '' },
    { ...mug, 'Option1 Value': 'M' },
    { ...mug, 'Option1 Value': 'L' },
    // Shopify names copies of products like this.
    { ...size, Handle: 'mug-1', Title: 'Mug', 'Option1 Value': 'S', 'Variant SKU': 'mug-3' },
    { ...size, Handle: 'tee', Title: 'Tee', 'Option1 Value': 'S', 'Variant SKU': 'tee' },
  ]);
  const skus = ['mug', 'mug-1-1', 'mug-2', 'mug-3-1', 'mug-1', 'mug-3', 'tee-1', 'tee'];
  expect(rows.map(({ SKU }) => SKU)).toEqual(skus);
});

const LAMP: Cells = {
  ID: '10',
  Type: 'variable',
  SKU: 'LAMP',
  Name: 'Lamp',
  Published: '1',
  'Is featured?': '1',
  'Regular price': '',
  'Sale price': '',
  Categories: 'Home > Lamps, Sale',
  Parent: '',
};
const SHADE: Cells = { ID: '11', Type: 'variation', Parent: 'id:10', Stock: '3', 'Attribute 1 name': 'Shade' };

test('negative stock of an oversold product is imported as 0', () => {
  const oversold = { ...TEE, 'Option1 Value': 'Default Title', 'Variant Inventory Qty': '-2' };
  expect(convert('shopify', [oversold])[0]).toMatchObject({ Stock: '0' });
  const lamp = { ...LAMP, Type: 'simple', Stock: '-1' };
  const shade = { ...SHADE, 'Attribute 1 value(s)': 'Red', 'Regular price': '5', SKU: 'S', Stock: '-3' };
  expect(convert('woocommerce', [lamp, { ...shade, Parent: 'LAMP-2' }]).map(({ Stock }) => Stock)).toEqual(['0', '0']);
});

test('a variable WooCommerce product gets its price from its first variation', () => {
  const rows = convert('woocommerce', [
    LAMP,
    { ...SHADE, SKU: 'LAMP-R', 'Regular price': '49,90', 'Attribute 1 value(s)': 'Red' },
    { ...SHADE, ID: '12', Parent: 'LAMP', 'Regular price': '45', 'Attribute 1 value(s)': 'Green' },
    {
      ID: '13',
      Type: 'simple',
      Name: 'Bulb',
      'Regular price': '4,50',
      'Sale price': '4',
      Stock: '9',
      Published: '0',
      'Short description': 'Warm.',
    },
  ]);
  expect(rows).toEqual([
    { SKU: 'LAMP', Name: 'Lamp', Category: 'Home > Lamps', Price: '49.90', Active: 'yes', Featured: 'yes' },
    { SKU: 'LAMP-R', 'Variant of': 'LAMP', Options: 'Shade: Red', 'Price difference': '0.00', Stock: '3' },
    { SKU: 'woo-12', 'Variant of': 'LAMP', Options: 'Shade: Green', 'Price difference': '-4.90', Stock: '3' },
    {
      SKU: 'woo-13',
      Name: 'Bulb',
      Price: '4.50',
      'Sale price': '4',
      Stock: '9',
      Description: 'Warm.',
      'Short description': 'Warm.',
      Active: 'no',
      Featured: 'no',
    },
  ]);
});

test.each([
  ['', '', true],
  ['2026-11-30 00:00:00', '2026-11-30 23:59:59', true],
  ['2026-11-30', '', true],
  ['2026-12-01', '2026-12-24', false],
  ['2026-12-01 00:00:00', '', false],
  ['', '2026-11-29 23:59:59', false],
  ['soon', 'later', true],
])('a WooCommerce sale from "%s" to "%s" is on on November 30: %s', (starts, ends, isOn) => {
  const sale = { 'Sale price': '40', 'Date sale price starts': starts, 'Date sale price ends': ends };
  const [simple, variable, , dearer] = convert('woocommerce', [
    { ...LAMP, ID: '9', Type: 'simple', SKU: 'BULB', 'Regular price': '50', ...sale },
    LAMP,
    { ...SHADE, SKU: 'LAMP-R', 'Regular price': '50', ...sale, 'Attribute 1 value(s)': 'Red' },
    { ...SHADE, ID: '12', Parent: 'LAMP', 'Regular price': '60', 'Attribute 1 value(s)': 'Green' },
  ]);
  expect(simple).toMatchObject({ Price: '50' });
  expect([simple?.['Sale price'], variable?.['Sale price']]).toEqual(isOn ? ['40', '40'] : [undefined, undefined]);
  expect(dearer).toMatchObject({ 'Price difference': isOn ? '20.00' : '10.00' });
});

test('a variation whose product is not in the file is kept', () => {
  const rows = convert('woocommerce', [
    { ...LAMP, Type: 'simple', SKU: 'OTHER' },
    { ...SHADE, SKU: 'LAMP-B', Parent: 'LAMP', 'Regular price': '50', 'Attribute 1 value(s)': 'Blue' },
  ]);
  expect(rows[1]).toEqual({ SKU: 'LAMP-B', 'Variant of': 'LAMP', Options: 'Shade: Blue', Stock: '3' });
});

test('every converted column is mapped automatically; other files are left alone', () => {
  const { fields } = guessMapping(CONVERTED_COLUMNS, '.');
  expect(Object.values(fields).map((source) => source.from === 'column' && source.column)).toEqual(
    expect.arrayContaining([...CONVERTED_COLUMNS]),
  );
  expect(formatOf(['Handle', 'Title', 'SKU'])).toBeUndefined();
});

test('a long handle becomes a SKU that fits, is unique, and is the same in every export', () => {
  const long = 'very-long-name-of-a-product-'.repeat(5);
  const export1 = convert('shopify', [
    { ...TEE, 'Variant SKU': '', Handle: `${long}a` },
    { ...TEE, 'Variant SKU': '', Handle: `${long}b` },
  ]);
  const skus = export1.map(({ SKU }) => SKU ?? '');
  expect(new Set(skus).size).toBe(4);
  for (const sku of skus) expect(sku.length).toBeLessThanOrEqual(64);
  const export2 = convert('shopify', [{ ...TEE, 'Variant SKU': '', Handle: `${long}b` }]);
  expect(export2.map(({ SKU }) => SKU)).toEqual(skus.slice(-2));
  expect(convert('shopify', [{ ...TEE, Handle: 'x'.repeat(64) }])[0]?.SKU).toBe('x'.repeat(64));
});
