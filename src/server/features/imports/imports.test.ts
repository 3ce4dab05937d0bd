import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { importing } from '#test/importing.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop();
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
  await createCategory(shop.services.db, { name: 'Books', slug: 'books' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.deleteFrom('product').execute();
});

const { read, map, run, send, rowsOf, check, runToEnd, get } = importing(() => ({ shop, token }));
const cancel = (id: number) => shop.call('POST /admin/imports/{id}/cancel', { params: { id } }, { token });
const products = async () =>
  shop.services.db.selectFrom('product').select(['sku', 'name', 'slug', 'price_cents']).orderBy('id').execute();
const HEAD = 'SKU,Name,Category,Price,Stock,Description';
const row = (sku: string, name = sku, price = '12.00') => `${sku},${name},Books,${price},5,A book`;
const file = (...rows: string[]) => `${[HEAD, ...rows].join('\r\n')}\r\n`;

test('an upload answers with columns, first rows and what they most likely are', async () => {
  const { status, data } = await send('\uFEFFsku;Title;Price;\r\nA-1;"Emma; a novel";12,50;x\r\n');
  expect(status).toBe(201);
  expect(data).toMatchObject({
    status: 'uploaded',
    file_name: 'books.csv',
    created_by: 'Ada Admin',
    columns: ['sku', 'Title', 'Price', 'Column 4'],
    sample: [['A-1', 'Emma; a novel', '12,50', 'x']],
    mapping: {
      decimal: ',',
      fields: {
        sku: { from: 'column', column: 'sku' },
        name: { from: 'column', column: 'Title' },
        price: { from: 'column', column: 'Price' },
      },
    },
  });
});

test.each([
  ['nothing', '', 'This file is empty.'],
  ['a heading alone', 'sku,name\n', 'This file has a heading and no rows below it.'],
  ['Latin-1', Buffer.from('sku,name\nA,Caf\xe9\n', 'latin1'), 'This file is not written in UTF-8.'],
  ['UTF-16', Buffer.from('\uFEFFsku,name\nA,B\n', 'utf16le'), 'This file is written in UTF-16.'],
  ['a workbook', Buffer.from('PK\u0003\u0004…'), 'This is a spreadsheet’s own file.'],
  ['bytes', Buffer.from('sku,name\nA,\u0000B\n'), 'This file is not a text.'],
  ['a row without end', `sku,name\nA,${'x'.repeat(1_200_000)}`, 'The row after line 1 is longer than a megabyte.'],
  ['a quote that is never closed', 'sku,name\nA,"open\nB,c\n', 'A quote that opens after line 1 is never closed.'],
])('%s is no file of products', async (_, content, message) => {
  const reply = await send(content);
  expect(reply.status).toBe(422);
  expect(reply.message).toContain(message);
});

test('a check says line by line what would change and changes nothing', async () => {
  const known = await createProduct(shop.services.db, { sku: 'A-1', name: 'Emma', price_cents: 1000, stock: 5 });
  const before = await products();
  const checked = await check(file(row('A-1', 'Emma'), 'A-2,Sense,Books,9,5,"Two\nlines"', row('A-3', 'Persuasion')));
  expect(checked).toMatchObject({
    status: 'checked',
    progress: 100,
    counts: { create: 2, update: 1, unchanged: 0, error: 0 },
  });
  const { data } = await rowsOf(checked.id);
  expect(data.map(({ line, outcome, product_id }) => [line, outcome, product_id])).toEqual([
    [2, 'update', known.id],
    [3, 'create', null],
    [5, 'create', null],
  ]);
  expect(data[0]?.changes).toContainEqual({ field: 'price', before: '10.00', after: '12.00' });
  expect(await products()).toEqual(before);
});

test('whatever is wrong with a row is told with its line', async () => {
  await createProduct(shop.services.db, { sku: 'MUG', name: 'Mug', variants: [{ sku: 'MUG-BLUE' }] });
  const content = [
    HEAD,
    row('B-1'),
    row('B-2', 'Free', 'free'),
    '',
    row('B-3', 'Cents', '12.345'),
    row('B-1', 'Again'),
    row('B-4', ''),
    'B-5,Nowhere,Attic,1.00,5,A book',
    'B-6,Few,Books,1.00,5',
    row('', 'No SKU'),
    'B-7,Half,Books,1.00,2.5,A book',
    row('MUG-BLUE'),
    row('MUG'),
    row('B-8', `"${'x'.repeat(256)}"`),
  ].join('\n');
  const checked = await check(content);
  expect(checked.counts).toEqual({ create: 1, update: 0, unchanged: 0, error: 11 });
  const { data } = await rowsOf(checked.id, { outcome: 'error' });
  const told = data.map(({ line, problems }) => [line, problems.map(({ field, message }) => `${field}: ${message}`)]);
  expect(told).toEqual([
    [3, ['price: “free” is not a number such as 12.50.']],
    [5, ['price: Please enter an amount of at least 0 with at most two decimals.']],
    [6, ['sku: The SKU B-1 stands on line 2 already.']],
    [7, ['name: A new product needs a value for Name.']],
    [8, ['category: There is no category “Attic”.']],
    [9, ['row: This line has 5 cells, the heading has 6.']],
    [10, ['sku: The SKU is missing.']],
    [11, ['stock: “2.5” is not a whole number of pieces.']],
    [12, ['sku: MUG-BLUE is a variant of Mug. Its row needs MUG under “Variant of”.']],
    [13, ['stock: This product has variants, each with its own stock. Please leave the cell empty.']],
    [14, ['name: At most 255 characters; these are 256.']],
  ]);
  const errors = await get(`/admin/imports/${checked.id}/errors`);
  expect(errors.body.split('\r\n').slice(0, 2)).toEqual([
    `\uFEFF${HEAD},Line,Problem`,
    'B-2,Free,Books,free,5,A book,3,Price: “free” is not a number such as 12.50.',
  ]);
  expect(errors.body.trim().split('\r\n')).toHaveLength(12);
});

test('fixed and computed values fill what the file does not have', async () => {
  const fields = {
    sku: { from: 'computed', formula: 'BK-{id}' },
    name: { from: 'column', column: 'title' },
    price: { from: 'computed', formula: 'pages × 0.05 + 4' },
    stock: { from: 'fixed', value: '25' },
    category: { from: 'fixed', value: 'books' },
    description: { from: 'computed', formula: '{title}, {pages} pages' },
  } as const;
  const checked = await check('id,title,pages\n1,Emma,250\n2,Poems,\n', fields);
  expect(checked.counts).toMatchObject({ create: 1, error: 1 });
  const done = await runToEnd(checked.id, 'skip_bad');
  expect(done).toMatchObject({ status: 'done', written: { created: 1, updated: 0 }, counts: { error: 1 } });
  const { data } = await shop.call('GET /products/{id}', { params: { id: 'emma' } });
  expect(data.product).toMatchObject({ sku: 'BK-1', price: '16.50', stock: 25, description: 'Emma, 250 pages' });
});

test('a mapping that cannot be used is refused beside its fields', async () => {
  const { data } = await send(file(row('C-1')));
  const column = { from: 'column', column: 'SKU' } as const;
  const refused = await map(data.id, {
    fields: { sku: column, name: { from: 'column', column: 'Titel' }, price: { from: 'computed', formula: 'a +' } },
  });
  expect(refused.failure).toMatchObject({
    code: 'request.invalid',
    errors: { 'fields.name': ['The file has no column “Titel”.'], 'fields.price': ['The file has no column “a”.'] },
  });
  const fixed = await map(data.id, {
    fields: { sku: column, price: { from: 'fixed', value: 'dear' }, category: { from: 'fixed', value: 'Attic' } },
  });
  expect(Object.keys(fixed.failure.errors ?? {})).toEqual(['fields.price', 'fields.category']);
  expect((await map(data.id, { fields: { sku: column } })).status).toBe(422);
  expect((await read(data.id)).status).toBe('uploaded');
});

test('all or nothing is refused while there are errors, and leaves nothing when a row fails later', async () => {
  const bad = await check(file(row('D-1'), row('D-2', 'Bad', '-1')));
  expect((await run(bad.id, 'all_or_nothing')).failure).toMatchObject({
    code: 'import.has_errors',
    message: 'Nothing was imported: 1 row has errors.',
  });
  const rows = Array.from({ length: 450 }, (_, at) => row(`D-${at}`));
  const good = await check(file(...rows));
  await createProduct(shop.services.db, { sku: 'D-430' });
  const failed = await runToEnd(good.id, 'all_or_nothing');
  expect(failed).toMatchObject({
    status: 'failed',
    failure: 'Nothing was imported: 1 row cannot be written any more. Please check the file again.',
    written: { created: 0, updated: 0 },
    counts: { create: 449, error: 1 },
  });
  expect((await products()).map(({ sku }) => sku)).toEqual(['D-430']);
  const { data } = await rowsOf(good.id, { outcome: 'error' });
  expect(data).toMatchObject([{ line: 432, problems: [{ field: 'sku' }] }]);
});

test('skipping bad rows writes all the others', async () => {
  const rows = Array.from({ length: 450 }, (_, at) => row(`E-${at}`, 'Poems'));
  const checked = await check(file(...rows, row('E-x', 'Bad', 'x')));
  await createProduct(shop.services.db, { sku: 'E-430' });
  const done = await runToEnd(checked.id, 'skip_bad');
  expect(done).toMatchObject({
    status: 'done',
    written: { created: 449, updated: 0 },
    counts: { create: 449, error: 2 },
  });
  const written = await products();
  expect(written).toHaveLength(450);
  expect(new Set(written.map(({ slug }) => slug)).size).toBe(450);
  expect(written.map(({ slug }) => slug)).toContain('poems-449');
  const audit = await get('/admin/audit?per_page=1');
  expect(audit.json().data.data[0]).toMatchObject({ action: 'product.import', entity: 'import' });
  expect((await run(checked.id, 'skip_bad')).failure.code).toBe('import.finished');
});

test('a changed product has the new values, a new address beside the old one, and what was sold stays sold', async () => {
  const { db } = shop.services;
  const known = await createProduct(db, { sku: 'F-1', name: 'Emma', slug: 'emma-old', stock: 10, brand: 'Austen' });
  const checked = await check('SKU,Name,Stock,Brand,Sale price\nF-1,Emma Woodhouse,15,,9.50\n');
  await db.updateTable('stock').set({ sold: 4 }).where('product_id', '=', known.id).execute();
  await runToEnd(checked.id, 'all_or_nothing');
  const { product } = (await shop.call('GET /admin/products/{id}', { params: { id: known.id } }, { token })).data;
  expect(product).toMatchObject({
    name: 'Emma Woodhouse',
    slug: 'emma-woodhouse',
    stock: 11,
    brand: null,
    price: '20.00',
    sale_price: '9.50',
  });
  expect((await shop.call('GET /products/{id}', { params: { id: 'emma-old' } })).data.product.id).toBe(known.id);
});

test('more pieces taken away than are left is a bad row at the end', async () => {
  const { db } = shop.services;
  const known = await createProduct(db, { sku: 'F-2', stock: 10 });
  const checked = await check('SKU,Name,Stock\nF-2,Renamed,1\n');
  await db.updateTable('stock').set({ sold: 8 }).where('product_id', '=', known.id).execute();
  const failed = await runToEnd(checked.id, 'all_or_nothing');
  expect(failed).toMatchObject({ status: 'failed', counts: { update: 0, error: 1 } });
  expect((await rowsOf(checked.id)).data[0]?.problems).toEqual([
    { field: 'stock', message: 'Only 2 are left since the check: 9 cannot go.' },
  ]);
  expect((await products())[0]?.name).not.toBe('Renamed');
});

test('two imports of the same file make each product once', async () => {
  const content = file(row('G-1'), row('G-2'));
  const [first, second] = [await check(content), await check(content)];
  await run(first.id, 'skip_bad');
  await run(second.id, 'skip_bad');
  await Promise.all([shop.jobs.run('product-imports'), shop.jobs.run('product-imports')]);
  const done = [await read(first.id), await read(second.id)];
  expect(done.map(({ status }) => status)).toEqual(['done', 'done']);
  expect(done.reduce((sum, { written }) => sum + written.created, 0)).toBe(2);
  expect(await products()).toHaveLength(2);
});

test('a cancelled import writes nothing more, and can be checked again', async () => {
  const checked = await check(file(row('H-1')));
  await run(checked.id, 'all_or_nothing');
  expect((await cancel(checked.id)).data.status).toBe('cancelled');
  await shop.jobs.runRequested();
  expect(await products()).toEqual([]);
  expect((await cancel(checked.id)).failure.code).toBe('import.finished');
  expect((await run(checked.id, 'all_or_nothing')).failure.code).toBe('import.not_checked');
  expect((await map(checked.id, checked.mapping)).status).toBe(202);
});

test('of an import that was cancelled half-way each row says whether it was written', async () => {
  const { db } = shop.services;
  const checked = await check(file(row('K-1'), row('K-2'), row('K-bad', 'Bad', 'x'), row('K-3')));
  await run(checked.id, 'skip_bad');
  const told = async (query: object = {}) =>
    (await rowsOf(checked.id, query)).data.map(({ sku, outcome, written }) => [sku, outcome, written]);
  expect(await told({ written: 'yes' })).toEqual([]);
  // As it is after a first batch.
  await db.updateTable('product_import').set({ done_line: 3, created_count: 2 }).where('id', '=', checked.id).execute();
  await cancel(checked.id);
  expect(await told()).toEqual([
    ['K-1', 'create', true],
    ['K-2', 'create', true],
    ['K-bad', 'error', false],
    ['K-3', 'create', false],
  ]);
  expect(await told({ written: 'yes', outcome: 'create' })).toHaveLength(2);
  expect(await told({ written: 'no' })).toEqual([['K-3', 'create', false]]);
  const whole = await check(file(row('K-4')));
  expect((await rowsOf(whole.id)).data[0]?.written).toBe(false);
  await runToEnd(whole.id, 'all_or_nothing');
  expect((await rowsOf(whole.id)).data[0]?.written).toBe(true);
});

test('every bad row is in the report once and by line, however many there are', async () => {
  const skus = Array.from({ length: 1100 }, (_, at) => `N-${at}`);
  const checked = await check(file(...skus.map((sku, at) => row(sku, 'Bad', at % 10 === 0 ? '3' : 'x'))));
  const report = (await get(`/admin/imports/${checked.id}/errors`)).body.trim().split('\r\n').slice(1);
  expect(report.map((line) => line.split(',')[0])).toEqual(skus.filter((_, at) => at % 10 > 0));
  expect(report[0]).toContain(',3,');
});

test('an import whose server was stopped goes on where it was', async () => {
  const { db } = shop.services;
  const checked = await check(file(row('I-1'), row('I-2'), row('I-3')));
  await run(checked.id, 'skip_bad');
  // As a server leaves it that was killed after its first batch.
  await db
    .updateTable('product_import')
    .set({
      worker: randomUUID(),
      worker_until: new Date(shop.clock.now().getTime() + 60_000),
      done_line: 2,
      created_count: 1,
      attempts: 1,
    })
    .where('id', '=', checked.id)
    .execute();
  await shop.jobs.run('product-imports');
  expect((await read(checked.id)).status).toBe('importing');
  shop.clock.advance({ seconds: 61 });
  await shop.jobs.run('product-imports');
  expect(await read(checked.id)).toMatchObject({ status: 'done', written: { created: 3, updated: 0 } });
  expect((await products()).map(({ sku }) => sku)).toEqual(['I-2', 'I-3']);
});

test('what is exported is imported without a change, whatever is in it', async () => {
  const { db } = shop.services;
  await createProduct(db, {
    sku: '=1+1',
    name: '\'=HYPERLINK("x")',
    description: 'Two\r\nlines, "quoted"; and \\ more',
    price_cents: 1999,
    sale_price_cents: 999,
    weight_grams: 450,
    brand: '@home',
    tags: ['a, b', 'c|d', 'e\\'],
    features: ['Holds 0.3 l; warm'],
    specifications: { 'Ratio: all': '16:9 | 4:3', Material: 'Clay' },
    images: [{ url: '/media/teapot-1', alt: 'A teapot | its lid' }],
    is_active: false,
    is_featured: true,
    meta_title: 'שלום',
  });
  await createProduct(db, { sku: 'SHIRT', description: '', variants: [{ sku: 'S-1' }, { sku: 'S-2', stock: 0 }] });
  const exported = await get('/admin/products/export');
  expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8');
  const checked = await check(exported.body);
  expect((await rowsOf(checked.id)).data.map(({ outcome, changes, problems }) => [outcome, changes, problems])).toEqual(
    [
      ['unchanged', [], []],
      ['unchanged', [], []],
      ['unchanged', [], []],
      ['unchanged', [], []],
    ],
  );
  expect((await run(checked.id, 'skip_bad')).failure.code).toBe('import.nothing_to_do');
  const narrowed = await get('/admin/products/export?status=inactive');
  expect(narrowed.body.trim().split('\r\n')).not.toContain(expect.stringContaining('SHIRT'));
  await db.deleteFrom('product').execute();
  const again = await check(exported.body);
  expect(again.counts).toMatchObject({ create: 1, error: 3 });
});

test('the history lists imports, the newest first', async () => {
  const { data } = await send(file(row('J-1')), 'autumn.csv');
  const list = (await shop.call('GET /admin/imports', { query: { per_page: 2 } }, { token })).data;
  expect(list.data[0]).toMatchObject({ id: data.id, file_name: 'autumn.csv', status: 'uploaded' });
  expect(list.data).toHaveLength(2);
  expect((await shop.call('GET /admin/imports/{id}', { params: { id: 2_000_000 } }, { token })).status).toBe(404);
});
