import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminImportClient } from '#test/clients/admin-import-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop();
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
  await createCategory(shop.services.db, { name: 'Shirts', slug: 'shirts' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.deleteFrom('product').execute();
});

const { rowsOf, check, runToEnd, get } = adminImportClient(() => ({ shop, token }));

const HEAD = 'SKU,Name,Category,Price,Stock,Description,Variant of,Options,Price difference,Swatch';
const product = (sku: string, { price = '20.00', stock = '' } = {}) =>
  `${sku},Shirt ${sku},Shirts,${price},${stock},A shirt,,,,`;
const variant = (
  sku: string,
  of: string,
  { options = 'Size: M', stock = '3', difference = '', swatch = '', name = '' } = {},
) => `${sku},${name},,,${stock},,${of},${options},${difference},${swatch}`;
const file = (...rows: string[]) => `${[HEAD, ...rows].join('\r\n')}\r\n`;

const stored = async () => {
  const { db } = shop.services;
  const variants = await db
    .selectFrom('product_variant as v')
    .innerJoin('product as p', 'p.id', 'v.product_id')
    .select(['p.sku as product', 'v.sku', 'v.name', 'v.options', 'v.price_modifier_cents', 'v.swatch'])
    .orderBy('p.sku')
    .orderBy('v.position')
    .execute();
  const stock = await db
    .selectFrom('stock as s')
    .innerJoin('product as p', 'p.id', 's.product_id')
    .leftJoin('product_variant as v', 'v.id', 's.variant_id')
    .select(['p.sku', 'v.sku as variant', 's.received'])
    .orderBy('p.sku')
    .orderBy('v.sku')
    .execute();
  return { variants, stock: stock.map(({ sku, variant: of, received }) => [of ?? sku, received]) };
};
const problems = async (content: string) => {
  const checked = await check(content);
  const { data } = await rowsOf(checked.id, { outcome: 'error', per_page: 100 });
  return data.map((row) => [row.line, row.problems.map(({ field, message }) => `${field}: ${message}`).join(' ')]);
};

test.each(['all_or_nothing', 'skip_bad'] as const)('products are imported with their variants, %s', async (mode) => {
  const checked = await check(
    file(
      product('T-1'),
      variant('T-1-M', 'T-1', { difference: '0', swatch: '#AA3300' }),
      variant('T-1-L', 'T-1', { options: 'Size: L', difference: '2.50', stock: '0' }),
      product('T-2', { stock: '7' }),
      variant('T-1-X', 'T-1', { options: 'Size: XL', name: 'Very large', difference: '-1.00' }),
    ),
  );
  expect(checked.counts).toEqual({ create: 5, update: 0, unchanged: 0, error: 0 });
  expect((await rowsOf(checked.id)).data[1]).toMatchObject({ line: 3, name: 'Shirt T-1 — M', product_id: null });
  expect((await stored()).variants).toEqual([]);
  const done = await runToEnd(checked.id, mode);
  expect(done).toMatchObject({ status: 'done', written: { created: 5, updated: 0 } });
  const { variants, stock } = await stored();
  expect(variants).toEqual([
    { product: 'T-1', sku: 'T-1-M', name: 'M', options: { Size: 'M' }, price_modifier_cents: 0, swatch: '#aa3300' },
    { product: 'T-1', sku: 'T-1-L', name: 'L', options: { Size: 'L' }, price_modifier_cents: 250, swatch: null },
    {
      product: 'T-1',
      sku: 'T-1-X',
      name: 'Very large',
      options: { Size: 'XL' },
      price_modifier_cents: -100,
      swatch: null,
    },
  ]);
  expect(stock).toEqual([
    ['T-1-L', 0],
    ['T-1-M', 3],
    ['T-1-X', 3],
    ['T-2', 7],
  ]);
  const exported = await get('/admin/products/export');
  expect((await check(exported.body)).counts).toEqual({ create: 0, update: 0, unchanged: 5, error: 0 });
});

test.each(['all_or_nothing', 'skip_bad'] as const)(
  'variants are updated by their own rows, and units sold meanwhile stay sold, %s',
  async (mode) => {
    const { db } = shop.services;
    const shirt = await createProduct(db, {
      sku: 'S',
      name: 'Shirt',
      variants: [
        { sku: 'S-A', name: 'A', options: { Size: 'A' }, stock: 5 },
        { sku: 'S-B', name: 'B', options: { Size: 'B' }, stock: 5 },
      ],
    });
    const checked = await check(
      file(
        variant('S-A', 'S', { options: '', stock: '9', difference: '1.25' }),
        variant('S-B', 'S', { options: 'Size: C', stock: '' }),
        variant('S-D', 'S', { options: 'Size: D' }),
      ),
    );
    expect(checked.counts).toEqual({ create: 1, update: 2, unchanged: 0, error: 0 });
    expect((await rowsOf(checked.id)).data[0]?.changes).toEqual([
      { field: 'price_difference', before: '0.00', after: '1.25' },
      { field: 'stock', before: '5', after: '9' },
    ]);
    await db.updateTable('stock').set({ sold: 2 }).where('id', '=', shirt.stock_id).execute();
    expect((await runToEnd(checked.id, mode)).written).toEqual({ created: 1, updated: 2 });
    const { variants, stock } = await stored();
    expect(variants.map(({ sku, name, price_modifier_cents: cents }) => [sku, name, cents])).toEqual([
      ['S-A', 'A', 125],
      ['S-B', 'C', 0],
      ['S-D', 'D', 0],
    ]);
    // Nine were wanted when there were five: four came in.
    expect(stock).toEqual([
      ['S-A', 9],
      ['S-B', 5],
      ['S-D', 3],
    ]);
    const audit = await db
      .selectFrom('audit_entry')
      .select(['action', 'after'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(audit.map(({ action }) => action).sort()).toEqual(['product.import', 'product.update']);
    expect(JSON.stringify(audit)).toContain('S-A (A, 1.25, 9 units); S-B (C, 0.00); S-D (D, 0.00, 3 units)');
  },
);

test.each(['all_or_nothing', 'skip_bad'] as const)(
  "the first variant replaces the product's own stock, unless it is being paid for, %s",
  async (mode) => {
    const { db } = shop.services;
    await createProduct(db, { sku: 'FREE', stock: 4 });
    const held = await createProduct(db, { sku: 'HELD', stock: 4 });
    const checked = await check(file(variant('F-1', 'FREE'), variant('H-1', 'HELD')));
    expect(checked.counts).toMatchObject({ create: 2, error: 0 });
    await db.updateTable('stock').set({ held: 1 }).where('id', '=', held.stock_id).execute();
    const done = await runToEnd(checked.id, mode);
    const { data } = await rowsOf(checked.id, { outcome: 'error' });
    expect(data.map(({ line, problems: [problem] }) => [line, problem?.message])).toEqual([
      [3, '1 of this product are being paid for. Please try again later.'],
    ]);
    if (mode === 'skip_bad') {
      expect(done).toMatchObject({ status: 'done', written: { created: 1 } });
      expect((await stored()).stock).toEqual([
        ['F-1', 3],
        ['HELD', 4],
      ]);
    } else {
      expect(done.status).toBe('failed');
      expect((await stored()).variants).toEqual([]);
    }
  },
);

test('errors in variant rows are reported with their line', async () => {
  const { db } = shop.services;
  await createProduct(db, { sku: 'PLAIN', stock: 1, price_cents: 500 });
  await createProduct(db, {
    sku: 'MUG',
    name: 'Mug',
    variants: [{ sku: 'MUG-1', name: 'One', options: { Colour: 'One' } }],
  });
  const problemsFound = await problems(
    file(
      variant('V-1', 'NOBODY'),
      variant('V-2', 'MUG-1'),
      variant('MUG-1', 'PLAIN'),
      variant('PLAIN', 'MUG', { options: 'Colour: Blue' }),
      variant('V-3', 'MUG', { options: 'Size: M' }),
      variant('V-4', 'MUG', { options: 'Colour: One' }),
      variant('V-5', 'MUG', { options: 'Colour: Red', swatch: 'red' }),
      variant('V-6', 'PLAIN', { options: '', stock: '' }),
      variant('V-7', 'PLAIN', { difference: '-6' }),
      variant('V-8', 'PLAIN'),
      variant('V-8', 'PLAIN', { options: 'Size: L' }),
      'V-9,,,4.00,1,,PLAIN,Size: S,,',
      variant('V-10', 'LATER'),
      product('LATER'),
      product('OWN', { stock: '3' }),
      variant('V-11', 'OWN'),
      product('BAD', { price: 'free' }),
      variant('V-12', 'BAD'),
      'NEW,New,Shirts,1.00,,A shirt,,Size: M,,',
    ),
  );
  expect(problemsFound).toEqual([
    [2, 'variant_of: There is no product NOBODY. Its row must come before those of its variants.'],
    [3, 'variant_of: MUG-1 is a variant itself.'],
    [4, 'sku: MUG-1 is a variant of Mug.'],
    [5, 'sku: PLAIN is the SKU of a product.'],
    [6, 'options: All variants of a product must have the same options, such as Colour.'],
    [7, 'options: The product already has a variant called One.'],
    [8, 'swatch: Please choose a colour such as #3b6ea5.'],
    [9, 'options: A new variant needs a value for Options. stock: A new variant needs a value for Stock.'],
    [10, 'price_difference: A variant would cost less than 0 with its price difference.'],
    [12, 'sku: The SKU V-8 is already on line 11.'],
    [13, 'price: A variant has a price difference, and the price of its product. Please leave this empty.'],
    [14, 'variant_of: There is no product LATER. Its row must come before those of its variants.'],
    [
      17,
      'variant_of: Line 16 gives the product a stock of its own. Please leave that cell empty: each variant has its own.',
    ],
    [18, 'price: “free” is not a number such as 12.50.'],
    [19, 'variant_of: The row of its product, on line 18, has errors.'],
    [20, 'options: Only a variant has this. Please give the SKU of its product under “Variant of”.'],
  ]);
});

test('conflicts between check and run make rows invalid', async () => {
  const { db } = shop.services;
  const mug = await createProduct(db, {
    sku: 'MUG',
    variants: [{ sku: 'MUG-1', name: 'One', options: { Colour: 'One' } }],
  });
  await createProduct(db, { sku: 'CUP' });
  const checked = await check(
    file(
      variant('MUG-1', 'MUG', { options: '', difference: '1' }),
      variant('MUG-2', 'MUG', { options: 'Colour: Two' }),
      variant('MUG-3', 'MUG', { options: 'Colour: Three' }),
      variant('CUP-1', 'CUP'),
    ),
  );
  await db.deleteFrom('product_variant').where('product_id', '=', mug.id).execute();
  await createProduct(db, { sku: 'MUG-2' });
  await db.deleteFrom('product').where('sku', '=', 'CUP').execute();
  expect(await runToEnd(checked.id, 'skip_bad')).toMatchObject({ status: 'done', written: { created: 1, updated: 0 } });
  const { data } = await rowsOf(checked.id, { outcome: 'error' });
  expect(data.map(({ line, problems: [problem] }) => [line, problem?.message])).toEqual([
    [2, 'This variant was deleted since the check.'],
    [3, 'Another product took this SKU since the check. Please check the file again.'],
    [5, 'The product of this variant does not exist.'],
  ]);
});

test('invisible characters in variant and product SKUs are ignored', async () => {
  const checked = await check(
    file(product('U-1\u200b'), variant('U-1-M', '\u200bU-1'), variant('U-1-M\u200b', 'U-1', { options: 'Size: L' })),
  );
  expect(checked.counts).toEqual({ create: 2, update: 0, unchanged: 0, error: 1 });
  expect((await rowsOf(checked.id, { outcome: 'error' })).data).toMatchObject([
    { line: 4, problems: [{ field: 'sku', message: 'The SKU U-1-M is already on line 3.' }] },
  ]);
  await runToEnd(checked.id, 'skip_bad');
  expect((await stored()).variants).toMatchObject([{ product: 'U-1', sku: 'U-1-M' }]);
});

test('of two rows creating the same variant SKU for two products the second is invalid', async () => {
  const checked = await check(
    file(
      product('V-1'),
      product('V-2'),
      variant('V-1-M', 'V-1'),
      variant('V-2-M', 'V-2'),
      variant('V-2-L', 'V-2', { options: 'Size: L' }),
    ),
  );
  // The state after a check by an older version, which compared SKUs by other rules.
  await shop.services.db
    .updateTable('product_import_row')
    .set({ form: sql`jsonb_set(form, '{variant,change,sku}', '"V-1-M"')` })
    .where('import_id', '=', checked.id)
    .where('line', '=', 5)
    .execute();
  expect(await runToEnd(checked.id, 'skip_bad')).toMatchObject({ status: 'done', counts: { create: 4, error: 1 } });
  expect((await stored()).variants.map(({ sku }) => sku)).toEqual(['V-1-M', 'V-2-L']);
});

const priced = (price_cents: number, differences: readonly number[]) =>
  createProduct(shop.services.db, {
    sku: 'S',
    name: 'Shirt',
    price_cents,
    variants: differences.map((cents, at) => ({
      sku: `S-${at}`,
      name: `Size ${at}`,
      options: { Size: String(at) },
      price_modifier_cents: cents,
    })),
  });
const pricesOf = async () => {
  const { price_cents } = await shop.services.db.selectFrom('product').select('price_cents').executeTakeFirstOrThrow();
  return [price_cents, ...(await stored()).variants.map(({ price_modifier_cents: cents }) => cents)];
};

test.each(['all_or_nothing', 'skip_bad'] as const)(
  'an export restores prices together with price differences, %s',
  async (mode) => {
    const { db } = shop.services;
    await priced(1000, [-500, 0, 200]);
    const exported = (await get('/admin/products/export')).body;
    await db.updateTable('product').set({ price_cents: 3000 }).execute();
    await db.updateTable('product_variant').set({ price_modifier_cents: -2000 }).execute();
    const checked = await check(exported);
    expect(checked.counts).toMatchObject({ update: 4, error: 0 });
    expect(await runToEnd(checked.id, mode)).toMatchObject({ status: 'done', written: { updated: 4 } });
    expect(await pricesOf()).toEqual([1000, -500, 0, 200]);

    // The other way round, the price has to be written first.
    const raised = await check(
      file(
        product('S', { price: '30.00' }),
        ...[0, 1, 2].map((at) => variant(`S-${at}`, 'S', { options: '', stock: '', difference: '-20.00' })),
      ),
    );
    expect(await runToEnd(raised.id, mode)).toMatchObject({ status: 'done', written: { updated: 4 } });
    expect(await pricesOf()).toEqual([3000, -2000, -2000, -2000]);
  },
);

test.each(['all_or_nothing', 'skip_bad'] as const)(
  'the rows of variants can be far below that of their product, %s',
  async (mode) => {
    await priced(3000, [-2000]);
    const between = Array.from({ length: 250 }, (_, at) => product(`N-${at}`, { stock: '1' }));
    const lowered = variant('S-0', 'S', { options: '', stock: '', difference: '-5.00' });
    const checked = await check(file(product('S', { price: '10.00' }), ...between, lowered));
    expect(checked.counts).toMatchObject({ create: 250, update: 2, error: 0 });
    expect(await runToEnd(checked.id, mode)).toMatchObject({ status: 'done', written: { created: 250, updated: 2 } });
    expect((await stored()).variants).toMatchObject([{ sku: 'S-0', price_modifier_cents: -500 }]);
  },
);

test('a price is refused if a variant that the file does not change, or whose row has errors, would cost less than 0', async () => {
  await priced(3000, [-2000, -1500]);
  const raise = (sku: string, more = {}) => variant(sku, 'S', { options: '', stock: '', difference: '-5.00', ...more });
  expect(await problems(file(product('S', { price: '10.00' }), raise('S-0')))).toEqual([
    [2, 'price: A variant would cost less than 0 with its price difference.'],
    [3, 'variant_of: The row of its product, on line 2, has errors.'],
  ]);
  const rows = file(product('S', { price: '10.00' }), raise('S-0'), raise('S-1', { stock: 'many' }));
  const checked = await check(rows);
  expect(checked.counts).toMatchObject({ update: 1, error: 2 });
  expect((await problems(rows))[0]).toEqual([
    2,
    'price: The price needs the difference of S-1, whose row, line 4, has errors.',
  ]);
  expect(await runToEnd(checked.id, 'skip_bad')).toMatchObject({ status: 'done', written: { updated: 1 } });
  expect(await pricesOf()).toEqual([3000, -500, -1500]);
});
