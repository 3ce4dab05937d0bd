import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminImportClient } from '#test/clients/admin-import-client.ts';
import { countWaiting } from '#test/database.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
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

const { read, map, run, rowsOf, check, runToEnd, get } = adminImportClient(() => ({ shop, token }));
const cancel = (id: number) => shop.call('POST /admin/imports/{id}/cancel', { params: { id } }, { token });
const products = async () =>
  shop.services.db.selectFrom('product').select(['sku', 'name', 'slug', 'price_cents']).orderBy('id').execute();
const HEAD = 'SKU,Name,Category,Price,Stock,Description';
const row = (sku: string, name = sku, price = '12.00') => `${sku},${name},Books,${price},5,A book`;
const file = (...rows: string[]) => `${[HEAD, ...rows].join('\r\n')}\r\n`;

test('all or nothing is refused with errors, and writes nothing when a row fails later', async () => {
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

test('skipping invalid rows writes all the others', async () => {
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

test('a changed product has the new values and a redirect; units sold meanwhile stay sold', async () => {
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

test('removing more units than are left makes the row invalid', async () => {
  const { db } = shop.services;
  const known = await createProduct(db, { sku: 'F-2', stock: 10 });
  const checked = await check('SKU,Name,Stock\nF-2,Renamed,1\n');
  await db.updateTable('stock').set({ sold: 8 }).where('product_id', '=', known.id).execute();
  const failed = await runToEnd(checked.id, 'all_or_nothing');
  expect(failed).toMatchObject({ status: 'failed', counts: { update: 0, error: 1 } });
  expect((await rowsOf(checked.id)).data[0]?.problems).toEqual([
    { field: 'stock', message: 'Only 2 are left since the check: 9 cannot be removed.' },
  ]);
  expect((await products())[0]?.name).not.toBe('Renamed');
});

test('a product named like another API path gets its own slug', async () => {
  const checked = await check(file(row('N-1', 'Suggestions')));
  await runToEnd(checked.id, 'all_or_nothing');
  expect((await products()).map(({ slug }) => slug)).toEqual(['product-suggestions']);
});

test('two imports of the same file create each product once', async () => {
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

test.each([
  ['all_or_nothing', 'product'],
  ['all_or_nothing', 'variant'],
  ['skip_bad', 'product'],
  ['skip_bad', 'variant'],
] as const)('%s: a SKU that the %s of a row and a form give at once belongs to one of them', async (mode, kind) => {
  const { db } = shop.services;
  const { category_id } = await createProduct(db, { sku: 'G-0', variants: [{ sku: 'G-S', options: { Size: 'S' } }] });
  const variantRow = `${HEAD},Variant of,Options\nG-1,,,,5,,G-0,Size: L\n`;
  const checked = await check(kind === 'variant' ? variantRow : file(row('G-1', 'Imported')));
  await run(checked.id, mode);
  const typed =
    kind === 'variant' ? { sku: 'G-1' } : { sku: 'G-2', variants: [{ sku: 'G-1', options: { Size: 'S' }, stock: 1 }] };
  const body = { name: 'Typed', description: 'A book', price: '3.00', stock: 1, category_id, ...typed };
  const both = await db.transaction().execute(async (tx) => {
    // Each has written its SKU, and neither can see the other's, when both wait to record their change.
    await sql`LOCK TABLE audit_entry IN EXCLUSIVE MODE`.execute(tx);
    const saving = shop.call('POST /admin/products', { body }, { token });
    const running = shop.jobs.runRequested();
    await expect.poll(() => countWaiting(db, 'audit_entry')).toBe(2);
    return { saving, running };
  });
  const [reply] = await Promise.all([both.saving, both.running]);
  const { rows } = await sql`
    SELECT sku FROM product WHERE sku = 'G-1' UNION ALL SELECT sku FROM product_variant WHERE sku = 'G-1'`.execute(db);
  expect(rows).toHaveLength(1);
  const done = await read(checked.id);
  expect(done.written.created).toBe(reply.status === 201 ? 0 : 1);
  expect(done.counts.error).toBe(reply.status === 201 ? 1 : 0);
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

test('a cancelled import reports for each row whether it was written', async () => {
  const { db } = shop.services;
  const checked = await check(file(row('K-1'), row('K-2'), row('K-bad', 'Bad', 'x'), row('K-3')));
  await run(checked.id, 'skip_bad');
  const rows = async (query: object = {}) =>
    (await rowsOf(checked.id, query)).data.map(({ sku, outcome, written }) => [sku, outcome, written]);
  expect(await rows({ written: 'yes' })).toEqual([]);
  // As it is after a first batch.
  await db.updateTable('product_import').set({ done_line: 3, created_count: 2 }).where('id', '=', checked.id).execute();
  await cancel(checked.id);
  expect(await rows()).toEqual([
    ['K-1', 'create', true],
    ['K-2', 'create', true],
    ['K-bad', 'error', false],
    ['K-3', 'create', false],
  ]);
  expect(await rows({ written: 'yes', outcome: 'create' })).toHaveLength(2);
  expect(await rows({ written: 'no' })).toEqual([['K-3', 'create', false]]);
  const whole = await check(file(row('K-4')));
  expect((await rowsOf(whole.id)).data[0]?.written).toBe(false);
  await runToEnd(whole.id, 'all_or_nothing');
  expect((await rowsOf(whole.id)).data[0]?.written).toBe(true);
});

test('an interrupted import resumes', async () => {
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

test('invisible characters in a SKU are ignored', async () => {
  const known = await createProduct(shop.services.db, { sku: 'L-1', name: 'Emma' });
  const checked = await check(file(row('L-1\u200b', 'Emma Woodhouse'), row('L-2'), row('\u200bL-2')));
  expect((await rowsOf(checked.id)).data).toMatchObject([
    { sku: 'L-1', outcome: 'update', product_id: known.id },
    { sku: 'L-2', outcome: 'create' },
    {
      sku: 'L-2',
      outcome: 'error',
      problems: [{ field: 'sku', message: 'The SKU L-2 is already on line 3.' }],
    },
  ]);
  expect(await runToEnd(checked.id, 'skip_bad')).toMatchObject({ status: 'done', written: { created: 1, updated: 1 } });
  expect((await products()).map(({ sku, name }) => [sku, name])).toEqual([
    ['L-1', 'Emma Woodhouse'],
    ['L-2', 'L-2'],
  ]);
});

test.each([
  ['all_or_nothing', { status: 'failed', written: { created: 0, updated: 0 }, counts: { create: 2, error: 1 } }, []],
  [
    'skip_bad',
    { status: 'done', written: { created: 2, updated: 0 }, counts: { create: 2, error: 1 } },
    ['M-1', 'M-3'],
  ],
] as const)('of two rows creating the same SKU the second is invalid (%s)', async (mode, outcome, made) => {
  const checked = await check(file(row('M-1'), row('M-2'), row('M-3')));
  // The state after a check by an older version, which compared SKUs by other rules.
  await shop.services.db
    .updateTable('product_import_row')
    .set({ form: sql`form || '{"sku": "M-1"}'` })
    .where('import_id', '=', checked.id)
    .where('line', '=', 3)
    .execute();
  expect(await runToEnd(checked.id, mode)).toMatchObject(outcome);
  expect((await products()).map(({ sku }) => sku)).toEqual(made);
  expect((await rowsOf(checked.id, { outcome: 'error' })).data).toMatchObject([
    { line: 3, problems: [{ field: 'sku' }] },
  ]);
});
