import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import { adminImportClient } from '#test/clients/admin-import-client.ts';
import { adminProductClient } from '#test/clients/admin-product-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { createCategory } from '#test/factories/product.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let token: string;
let chairs: number;
let lamps: number;
beforeAll(async () => {
  shop = await openTestShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
  chairs = (await createCategory(shop.services.db, { name: 'Chairs', slug: 'chairs' })).id;
  lamps = (await createCategory(shop.services.db, { name: 'Lamps', slug: 'lamps' })).id;
  const definitions: InputOf<ShopContract['POST /admin/custom-fields']>['body'][] = [
    { key: 'wood', label: 'Wood', kind: 'choice', choices: [{ label: 'Oak, oiled' }, { label: 'Pine' }] },
    { key: 'width', label: 'Width', kind: 'number' },
    { key: 'stackable', label: 'Stackable', kind: 'flag' },
    { key: 'designed', label: 'Designed', kind: 'date' },
    { key: 'note', label: 'Note', kind: 'text' },
    { key: 'watts', label: 'Watts', kind: 'number', category_id: lamps },
  ];
  for (const [at, definition] of definitions.entries()) {
    await shop.call('POST /admin/custom-fields', { body: { ...definition, sort_order: at + 1 } }, { token });
  }
});
afterAll(() => shop.close());

const { create, read } = adminProductClient(() => ({ shop, token, categoryId: chairs }));
const { check, send, map, rowsOf, runToEnd, get } = adminImportClient(() => ({ shop, token }));
const checked = async (csv: string) => {
  const { data } = await send(csv);
  await map(data.id, data.mapping);
  await shop.jobs.runRequested();
  return { id: data.id, rows: (await rowsOf(data.id)).data };
};
const idOf = async (sku: string) =>
  (await shop.services.db.selectFrom('product').select('id').where('sku', '=', sku).executeTakeFirstOrThrow()).id;

test('an export has a column for each custom field, and an import of it changes nothing', async () => {
  await create({
    sku: 'EXP-1',
    custom: { wood: 'oak-oiled', width: 12.5, stackable: false, designed: '2026-01-31', note: '=1+1' },
  });
  const file = (await get('/admin/products/export')).body;
  const [heading = '', line = ''] = file.split('\r\n');
  expect(heading).toContain('custom:wood,custom:width,custom:stackable,custom:designed,custom:note,custom:watts');
  expect(line).toContain('"Oak, oiled",12.5,no,2026-01-31,');
  const { rows } = await checked(file);
  expect(rows).toMatchObject([{ sku: 'EXP-1', outcome: 'unchanged', problems: [] }]);
});

test('a file fills, changes and empties custom fields', async () => {
  await create({ sku: 'IMP-1', custom: { wood: 'pine', width: 5, note: 'Old' } });
  const csv = [
    'sku,name,category,price,stock,description,custom:wood,Custom:width,custom:stackable,custom:designed,custom:note',
    'IMP-1,,,,,,OAK-OILED,"1,200.5",,,',
    'IMP-2,Bench,chairs,10,1,Seats two.,pine,7,Yes,2025-12-24,<b>Solid</b>',
  ].join('\n');
  const { id, rows } = await checked(csv);
  expect(rows).toMatchObject([
    {
      outcome: 'update',
      changes: [
        { field: 'custom:wood', before: 'Pine', after: 'Oak, oiled' },
        { field: 'custom:width', before: '5', after: '1200.5' },
        { field: 'custom:note', before: 'Old', after: '' },
      ],
    },
    { outcome: 'create' },
  ]);
  expect((await runToEnd(id, 'all_or_nothing')).written).toEqual({ created: 1, updated: 1 });
  expect((await read(await idOf('IMP-1'))).custom).toEqual({ wood: 'oak-oiled', width: 1200.5 });
  expect((await read(await idOf('IMP-2'))).custom).toEqual({
    wood: 'pine',
    width: 7,
    stackable: true,
    designed: '2025-12-24',
    note: 'Solid',
  });
});

test('each bad cell is told in its row', async () => {
  await create({ sku: 'BAD-1' });
  const csv = [
    'sku,custom:wood,custom:width,custom:stackable,custom:designed,custom:note,custom:watts',
    `BAD-1,teak,wide,perhaps,31.01.2026,${'x'.repeat(501)},60`,
  ].join('\n');
  const { id, rows } = await checked(csv);
  expect(rows[0]?.outcome).toBe('error');
  expect(rows[0]?.problems.map(({ field, message }) => `${field} ${message}`)).toEqual([
    'custom:wood “teak”: Please choose one of the list.',
    expect.stringMatching(/^custom:width “wide”: Please enter a number/),
    'custom:stackable “perhaps”: Please choose yes or no.',
    'custom:designed “31.01.2026”: Please enter a date such as 2026-01-31.',
    expect.stringMatching(/^custom:note .*At most 500 characters\.$/),
    'custom:watts Watts is a field of the category Lamps. Please leave the cell empty.',
  ]);
  expect((await get(`/admin/imports/${id}/errors`)).body).toContain('custom:wood: “teak”');
});

test('a column for a field that is not defined is named before anything is checked', async () => {
  const { data } = await send('sku,name,custom:colour\nX-1,X,red');
  expect(data.mapping.custom).toEqual({ colour: { from: 'column', column: 'custom:colour' } });
  const refused = await map(data.id, data.mapping);
  expect(refused.status).toBe(422);
  expect(refused.failure.errors).toEqual({
    'custom.colour': ['There is no custom field “colour”. Please define it first, or leave this column out.'],
  });
  expect((await map(data.id, { ...data.mapping, custom: {} })).status).toBe(202);
});

test('one value can be given to all rows, and a wrong one is refused at once', async () => {
  await create({ sku: 'FIX-1' });
  const { data } = await send('sku\nFIX-1');
  const fixed = (value: string) => ({
    fields: data.mapping.fields,
    custom: { wood: { from: 'fixed' as const, value } },
  });
  expect((await map(data.id, fixed('teak'))).failure.errors).toHaveProperty(['custom.wood']);
  expect((await map(data.id, fixed('Pine'))).status).toBe(202);
  await shop.jobs.runRequested();
  await runToEnd(data.id, 'all_or_nothing');
  expect((await read(await idOf('FIX-1'))).custom).toEqual({ wood: 'pine' });
});

test('a field that is deleted between check and run fails its rows alone', async () => {
  await create({ sku: 'GONE-1' });
  const body = { key: 'fleeting', label: 'Fleeting', kind: 'text' } as const;
  const { field } = (await shop.call('POST /admin/custom-fields', { body }, { token })).data;
  const { id } = await checked('sku,custom:fleeting\nGONE-1,Now');
  await shop.call('DELETE /admin/custom-fields/{id}', { params: { id: field.id ?? 0 } }, { token });
  await runToEnd(id, 'skip_bad');
  expect((await rowsOf(id)).data[0]?.problems).toEqual([
    { field: 'custom:fleeting', message: 'There is no custom field “fleeting”.' },
  ]);
});

test('a file without custom columns leaves the values alone', async () => {
  await create({ sku: 'KEEP-1', custom: { wood: 'pine' } });
  const { id } = await check('sku,name\nKEEP-1,Renamed');
  await runToEnd(id, 'all_or_nothing');
  expect(await read(await idOf('KEEP-1'))).toMatchObject({ name: 'Renamed', custom: { wood: 'pine' } });
});
