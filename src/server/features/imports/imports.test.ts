import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminImportClient } from '#test/clients/admin-import-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import { recordLog } from '#test/log.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { inspectCsv } from './read-csv.ts';

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

const { read, map, run, send, rowsOf, check, runToEnd, get } = adminImportClient(() => ({ shop, token }));
const products = async () =>
  shop.services.db.selectFrom('product').select(['sku', 'name', 'slug', 'price_cents']).orderBy('id').execute();
const HEAD = 'SKU,Name,Category,Price,Stock,Description';
const row = (sku: string, name = sku, price = '12.00') => `${sku},${name},Books,${price},5,A book`;
const file = (...rows: string[]) => `${[HEAD, ...rows].join('\r\n')}\r\n`;

test('an upload returns columns, first rows and a guessed mapping', async () => {
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

const SHOPIFY_HEADING = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price';

test.each([
  ['nothing', '', 'This file is empty.'],
  ['a heading alone', 'sku,name\n', 'This file has a heading and no rows below it.'],
  [
    'an encoding without Western letters',
    Buffer.from('sku,name\nA,\x8d\x81\n', 'latin1'),
    'The encoding of this file is unknown.',
  ],
  [
    'half a character of UTF-16',
    Buffer.from('\uFEFFsku,name\nA,B\n', 'utf16le').subarray(0, -1),
    'This is not a text file.',
  ],
  ['a workbook', Buffer.from('PK\u0003\u0004…'), 'This is a spreadsheet’s own file.'],
  ['bytes', Buffer.from('sku,name\nA,\u0000B\n'), 'This is not a text file.'],
  ['two hundred and one columns', `${Array(201).fill('x').join()}\n1\n`, 'This file has more than 200 columns.'],
  ['a row without end', `sku,name\nA,${'x'.repeat(1_200_000)}`, 'The row after line 1 is longer than a megabyte.'],
  [
    'an export with a comma outside quotes',
    `${SHOPIFY_HEADING}\ntea,Tea,,,T,5.00,\nmug,Mug, large,,,M,7.00\n`,
    'Line 3 has 7 cells, the heading has 6.',
  ],
  ['a quote that is never closed', 'sku,name\nA,"open\nB,c\n', 'A quote that opens after line 1 is never closed.'],
])('%s is not a product file', async (_, content, message) => {
  const reply = await send(content);
  expect(reply.status).toBe(422);
  expect(reply.message).toContain(message);
});

test('an export whose conversion would fill the memory is refused', async () => {
  const variants = Array.from({ length: 1000 }, (_, at) => `tea,,,${at},T-${at},5.00`);
  const reply = await send([SHOPIFY_HEADING, `tea,Tea,${'x'.repeat(100_000)},small,T,5.00`, ...variants].join('\n'));
  expect(reply.status).toBe(422);
  expect(reply.message).toContain('This export is too large.');
  const short = await send(`${SHOPIFY_HEADING}\n${'a\n'.repeat(100_001)}`);
  expect(short.message).toContain('This export is too large.');
});

test('an export that its format cannot convert is refused, and a format whose `recognises` throws is skipped', async () => {
  const log = recordLog();
  const fail = (): never => {
    throw new Error('Not a price: 5-');
  };
  const broken = { name: 'broken', label: 'Broken Shop', recognises: () => true, convert: fail };
  const services = { log: pino(log.stream), importFormats: [broken] };
  const upload = Buffer.from('sku,name\nA,Lamp\n');
  await expect(inspectCsv(upload, services, '2026-11-30')).rejects.toThrow(
    'This export of Broken Shop could not be converted.',
  );
  const read = await inspectCsv(
    upload,
    { ...services, importFormats: [{ ...broken, recognises: fail }] },
    '2026-11-30',
  );
  expect(read).toMatchObject({ format: 'csv', columns: ['sku', 'name'] });
  expect(log.warnings()).toMatchObject([{ format: 'broken' }, { format: 'broken' }]);
});

const SPREADSHEET = 'sku,name\r\nA-1,Café “Größe” – 12 €\r\n';

test.each([
  ['utf-16', Buffer.from(`\uFEFF${SPREADSHEET}`, 'utf16le')],
  ['utf-16', Buffer.from(`\uFEFF${SPREADSHEET}`, 'utf16le').swap16()],
  [
    'windows-1252',
    Buffer.from(
      SPREADSHEET.replace('“', '\x93').replace('”', '\x94').replace('–', '\x96').replace('€', '\x80'),
      'latin1',
    ),
  ],
])('a file that a spreadsheet saved in %s is converted', async (encoding, content) => {
  const { data } = await send(content);
  expect(data).toMatchObject({ encoding, columns: ['sku', 'name'], sample: [['A-1', 'Café “Größe” – 12 €']] });
});

test.each([
  ['semicolons', 'sep=;\r\n', ';'],
  ['a byte order mark and tabs', '\uFEFF"sep=\t"\n', '\t'],
  ['a sign of its own', 'SEP=^\n', '^'],
])('a first line that names the separator is not a heading: %s', async (_, first, sign) => {
  const rows = file('P-1,"Emma, a novel",Books,12.00,5,A book', row('P-2', 'Free', 'free')).split('\r\n');
  const separated = rows.map((line) => line.replace(/,(?! )/g, sign)).join('\n');
  const { data } = await send(first + separated);
  expect(data).toMatchObject({ columns: HEAD.split(',') });
  expect(data.sample[0]?.slice(0, 2)).toEqual(['P-1', 'Emma, a novel']);
  const checked = await check(first + separated, undefined, '.');
  expect(checked.counts).toMatchObject({ create: 1, error: 1 });
  expect((await rowsOf(checked.id)).data.map(({ line, sku }) => [line, sku])).toEqual([
    [3, 'P-1'],
    [4, 'P-2'],
  ]);
});

test('a check previews every line and changes nothing', async () => {
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

test('errors in a row are reported with its line', async () => {
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
    'B-9,Owed,Books,1.00,-1,A book',
  ].join('\n');
  const checked = await check(content);
  expect(checked.counts).toEqual({ create: 1, update: 0, unchanged: 0, error: 12 });
  const { data } = await rowsOf(checked.id, { outcome: 'error' });
  const found = data.map(({ line, problems }) => [line, problems.map(({ field, message }) => `${field}: ${message}`)]);
  expect(found).toEqual([
    [3, ['price: “free” is not a number such as 12.50.']],
    [5, ['price: Please enter an amount of at least 0 with at most two decimals.']],
    [6, ['sku: The SKU B-1 is already on line 2.']],
    [7, ['name: A new product needs a value for Name.']],
    [8, ['category: There is no category “Attic”. Please add it under Categories and check again.']],
    [9, ['row: This line has 5 cells, the heading has 6.']],
    [10, ['sku: The SKU is missing.']],
    [11, ['stock: “2.5” is not a whole number of units.']],
    [12, ['sku: MUG-BLUE is a variant of Mug. Its row needs MUG under “Variant of”.']],
    [13, ['stock: This product has variants, each with its own stock. Please leave the cell empty.']],
    [14, ['name: At most 255 characters; these are 256.']],
    [15, ['stock: Stock cannot be below 0.']],
  ]);
  const errors = await get(`/admin/imports/${checked.id}/errors`);
  expect(errors.body.split('\r\n').slice(0, 2)).toEqual([
    `\uFEFF${HEAD},Line,Problem`,
    'B-2,Free,Books,free,5,A book,3,Price: “free” is not a number such as 12.50.',
  ]);
  expect(errors.body.trim().split('\r\n')).toHaveLength(13);
});

test('an emoji is never cut in half, so that it fails no import', async () => {
  const emoji = (before: number) => `${'x'.repeat(before)}📚 and more`;
  const cells = (sku: string, more: object = {}) => {
    const row = { sku, name: 'Book', category: 'Books', pages: '10', stock: '5', text: emoji(299), parent: '' };
    return Object.values({ ...row, ...more }).join();
  };
  const heading = emoji(199);
  const rows = [
    cells('E-1'),
    cells(emoji(299)),
    cells('E-3', { category: emoji(79) }),
    cells('E-4', { stock: emoji(59) }),
    cells('E-5', { pages: emoji(39) }),
    'E-6,,,,5,,'.concat(emoji(63)),
  ];
  const column = (name: string) => ({ from: 'column', column: name }) as const;
  const checked = await check([`SKU,Name,Category,Pages,Stock,${heading},Variant of`, ...rows].join('\n'), {
    sku: column('SKU'),
    name: column('Name'),
    category: column('Category'),
    price: { from: 'computed', formula: 'Pages + 1' },
    stock: column('Stock'),
    description: column('x'.repeat(199)),
    variant_of: column('Variant of'),
  });
  expect(checked).toMatchObject({ status: 'checked', counts: { create: 1, error: 5 } });
  const { data } = await rowsOf(checked.id);
  expect(data[0]?.changes).toContainEqual({ field: 'description', before: '', after: `${'x'.repeat(299)}…` });
  const problems = data.flatMap(({ problems: found }) => found.map(({ message }) => message));
  expect(problems).toEqual(
    expect.arrayContaining([
      `There is no category “${'x'.repeat(79)}”. Please add it under Categories and check again.`,
      `“${'x'.repeat(59)}…” is not a whole number of units.`,
      `“${'x'.repeat(39)}…” in “Pages” is not a number.`,
      `There is no product ${'x'.repeat(63)}. Its row must come before those of its variants.`,
    ]),
  );
  expect(JSON.stringify(data)).not.toMatch(/\\ud|\ufffd/i);
});

test('fixed and computed values fill in missing columns', async () => {
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

test('an invalid mapping is refused by field', async () => {
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

test('the error report contains every invalid row once, by line', async () => {
  const skus = Array.from({ length: 1100 }, (_, at) => `N-${at}`);
  const checked = await check(file(...skus.map((sku, at) => row(sku, 'Bad', at % 10 === 0 ? '3' : 'x'))));
  const report = (await get(`/admin/imports/${checked.id}/errors`)).body.trim().split('\r\n').slice(1);
  expect(report.map((line) => line.split(',')[0])).toEqual(skus.filter((_, at) => at % 10 > 0));
  expect(report[0]).toContain(',3,');
});

test('importing an export changes nothing', async () => {
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

test('the history lists imports, newest first', async () => {
  const { data } = await send(file(row('J-1')), 'autumn.csv');
  const list = (await shop.call('GET /admin/imports', { query: { per_page: 2 } }, { token })).data;
  expect(list.data[0]).toMatchObject({ id: data.id, file_name: 'autumn.csv', status: 'uploaded' });
  expect(list.data).toHaveLength(2);
  expect((await shop.call('GET /admin/imports/{id}', { params: { id: 2_000_000 } }, { token })).status).toBe(404);
});

const HTML_BODY =
  '<p>A <b>book</b> of &eacute;t&eacute;.</p><ul><li>Bound</li><li>Signed</li></ul><script>alert(1)</script>';

test("another shop's HTML becomes text with paragraphs and lists, names and tags one line", async () => {
  const content = [
    'SKU,Title,Category,Price,Stock,Body (HTML),Short description,SEO Description,Tags',
    `H-1,Salt &amp; pepper,Books,12.00,5,"${HTML_BODY}",<p>Short<br>and good</p>,Fine &amp; <i>rare</i>,R&amp;B`,
  ].join('\n');
  const checked = await check(content);
  expect(checked.counts).toMatchObject({ create: 1, error: 0 });
  expect(checked.sample[0]).toContain('A book of été.\n\n- Bound\n- Signed');
  await runToEnd(checked.id, 'all_or_nothing');
  const product = await shop.services.db.selectFrom('product').selectAll().executeTakeFirstOrThrow();
  expect(product).toMatchObject({
    name: 'Salt & pepper',
    description: 'A book of été.\n\n- Bound\n- Signed',
    short_description: 'Short and good',
    meta_description: 'Fine & rare',
    tags: ['R&B'],
  });
  expect((await check(content)).counts).toMatchObject({ create: 0, update: 0, unchanged: 1 });
  expect((await check((await get('/admin/products/export')).body)).counts).toMatchObject({
    create: 0,
    update: 0,
    unchanged: 1,
  });
});

test('a description typed with tags is unchanged after export and import', async () => {
  await createProduct(shop.services.db, {
    sku: 'T-1',
    name: 'Learn <b>HTML</b>',
    description: 'How to write <p>.\n\nAnd &amp;.',
  });
  expect((await check((await get('/admin/products/export')).body)).counts).toMatchObject({
    create: 0,
    update: 0,
    unchanged: 1,
  });
});

test('a barcode is read from a column called EAN, validated and exported', async () => {
  const content = `${HEAD},EAN\n${row('E-1')},978-3-16-148410-0\n${row('E-2')},4006381333932\n`;
  const { id } = await check(content);
  const { data } = await rowsOf(id);
  expect(data.map(({ outcome }) => outcome)).toEqual(['create', 'error']);
  expect(data[1]?.problems).toEqual([
    { field: 'barcode', message: 'Please enter a barcode of 8, 12, 13 or 14 digits. The last digit is a check digit.' },
  ]);
  await runToEnd(id, 'skip_bad');
  const exported = (await get('/admin/products/export')).body;
  expect(exported.split('\r\n')[0]).toContain('Barcode');
  expect(exported).toContain('9783161484100');
  expect((await check(exported)).counts).toMatchObject({ unchanged: 1, error: 0 });
});

test('a category is found by its path, and an export writes it', async () => {
  const { db } = shop.services;
  const top = await createCategory(db, { name: 'Music & Film', slug: 'music-film' });
  const films = await createCategory(db, { name: 'Drama', slug: 'film-drama', parent_id: top.id });
  const books = await createCategory(db, { name: 'Stage', slug: 'stage' });
  await createCategory(db, { name: 'Drama', slug: 'stage-drama', parent_id: books.id });
  const line = (sku: string, category: string) => `${sku},${sku},${category},12.00,5,A film`;
  const checked = await check(
    file(
      line('P-1', 'Music & Film > Drama'),
      line('P-2', 'music-film>film-drama'),
      line('P-3', 'Drama'),
      line('P-4', 'Music & Film > Comedy'),
    ),
  );
  const { data } = await rowsOf(checked.id);
  expect(data.map(({ outcome, problems }) => problems[0]?.message ?? outcome)).toEqual([
    'create',
    'create',
    'Several categories are called “Drama”. Please use the slug instead.',
    'There is no category “Music & Film > Comedy”. Please add it under Categories and check again.',
  ]);
  await runToEnd(checked.id, 'skip_bad');
  const made = await db.selectFrom('product').select('category_id').where('sku', 'in', ['P-1', 'P-2']).execute();
  expect(made).toEqual([{ category_id: films.id }, { category_id: films.id }]);
  const exported = (await get(`/admin/products/export?category=${top.id}`)).body;
  expect(exported).toContain('music-film > film-drama');
  expect((await check(exported)).counts).toEqual({ create: 0, update: 0, unchanged: 2, error: 0 });
});
