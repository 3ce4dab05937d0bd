import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct } from '#plugin/testing';
import { type ContentTestShop, openContentShop } from '../testing.ts';

let shop: ContentTestShop;
beforeAll(async () => {
  shop = await openContentShop();
});
afterAll(() => shop.close());

const move = (page: { id: number; revision: number }, slug: string) =>
  shop.call(
    'PUT /admin/content/pages/{id}',
    { params: { id: page.id }, body: { ...shop.pageBody({ slug }), revision: page.revision } },
    shop.admin,
  );

test('the former addresses of a page lead to the present one, without detours', async () => {
  const page = await shop.createPage({ slug: 'one' });
  const second = (await move(page, 'two')).data;
  const third = (await move(second, 'three')).data;
  expect(await shop.redirectOf('/pages/one')).toEqual({ to: '/pages/three', status: 301 });
  expect(await shop.redirectOf('/pages/two')).toEqual({ to: '/pages/three', status: 301 });
  await move(third, 'one');
  expect(await shop.redirectOf('/pages/one')).toBeNull();
  expect(await shop.redirectOf('/pages/three')).toEqual({ to: '/pages/one', status: 301 });
});

test('the address of a draft that moves leads nowhere', async () => {
  const draft = await shop.createPage({ slug: 'secret', is_published: false });
  await move(draft, 'public');
  expect(await shop.redirectOf('/pages/secret')).toBeNull();
});

test('a merchant’s redirect answers with and without a slash, a query and encoded letters', async () => {
  await shop.createRedirect('/café/', '/pages/kaffee?x=1');
  for (const path of ['/café', '/caf%C3%A9/']) {
    expect(await shop.redirectOf(path)).toEqual({ to: '/pages/kaffee?x=1', status: 301 });
  }
  expect(await shop.redirectOf('/cafeteria')).toBeNull();
});

test('a redirect keeps the encoded characters of its target', async () => {
  for (const [index, target] of ['/products?search=a%26b%23c', '/caf%C3%A9-bar?x=%3D', '/a%2Fb/100%25'].entries()) {
    await shop.createRedirect(`/encoded-${index}`, target);
    expect((await shop.redirectOf(`/encoded-${index}`))?.to).toBe(target);
  }
  await shop.createRedirect('/encoded', '/café/100%');
  expect((await shop.redirectOf('/encoded'))?.to).toBe('/caf%C3%A9/100%25');
});

test('a chain of up to twenty redirects is answered with one', async () => {
  // Each is added to the end of the chain, where its length is not checked.
  for (let hop = 0; hop < 30; hop += 1) await shop.createRedirect(`/hop-${hop}`, `/hop-${hop + 1}`);
  expect(await shop.redirectOf('/hop-15')).toEqual({ to: '/hop-30', status: 301 });
  expect(await shop.redirectOf('/hop-0')).toEqual({ to: '/hop-20', status: 301 });
});

test('a chain keeps the last query, is temporary if one redirect is, and ends at a page', async () => {
  await shop.createRedirect('/start', '/middle?x=1#top');
  await shop.call(
    'POST /admin/content/redirects',
    { body: { from_path: '/middle', to_path: '/pages/chained#end', status: 302 } },
    shop.admin,
  );
  await shop.createRedirect('/pages/chained', '/about');
  expect(await shop.redirectOf('/start')).toEqual({ to: '/about?x=1', status: 302 });
  await shop.createPage({ slug: 'chained' });
  expect(await shop.redirectOf('/start')).toEqual({ to: '/pages/chained?x=1#end', status: 302 });
});

test('a path with an encoded null character is refused, and looking it up is no error', async () => {
  const { failure } = await shop.createRedirect('/old%00', '/about%00');
  const errors = { from_path: [expect.any(String)], to_path: [expect.any(String)] };
  expect(failure).toMatchObject({ code: 'request.invalid', errors });
  expect(await shop.redirectOf('/old%00')).toBeNull();
  expect(shop.log.text()).not.toContain('failed to find a redirect');
});

test('redirects that lead back are refused, also when two are saved at once', async () => {
  await shop.createRedirect('/b', '/c');
  await shop.createRedirect('/c', '/d');
  const { failure } = await shop.createRedirect('/d', '/b');
  expect(failure).toMatchObject({ code: 'content.redirect_loop', errors: { to_path: [expect.any(String)] } });
  expect((await shop.createRedirect('/self', '/self/')).failure.code).toBe('content.redirect_loop');
  const replies = await Promise.all([shop.createRedirect('/x', '/y'), shop.createRedirect('/y', '/x')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('a redirect never replaces a page', async () => {
  const page = await shop.createPage();
  const product = await createProduct(shop.services.db);
  for (const path of [
    '/',
    '/products',
    '/admin/orders',
    '/api/shop',
    `/pages/${page.slug}`,
    `/products/${product.slug}`,
  ]) {
    expect((await shop.createRedirect(path, '/about')).failure.code).toBe('content.redirect_unneeded');
  }
  expect((await shop.createRedirect('//evil.test', '/about')).failure.code).toBe('request.invalid');
  expect((await shop.createRedirect('/evil', '//evil.test')).failure.code).toBe('request.invalid');
});

test('the address of a draft or an ended page can lead elsewhere, until the page is public', async () => {
  const past = new Date(shop.services.now().getTime() - 60_000).toISOString();
  const draft = await shop.createPage({ slug: 'planned', is_published: false });
  await shop.createPage({ slug: 'over', publish_until: past });
  for (const slug of ['planned', 'over']) {
    expect((await shop.createRedirect(`/pages/${slug}`, '/about')).status).toBe(201);
    expect(await shop.redirectOf(`/pages/${slug}`)).toEqual({ to: '/about', status: 301 });
  }
  await shop.createRedirect('/to-planned', '/pages/planned');
  expect((await shop.redirectOf('/to-planned'))?.to).toBe('/about');
  const body = { ...shop.pageBody({ slug: 'planned' }), revision: draft.revision };
  await shop.call('PUT /admin/content/pages/{id}', { params: { id: draft.id }, body }, shop.admin);
  expect((await shop.redirectOf('/to-planned'))?.to).toBe('/pages/planned');
});

test('an address has one redirect, which is changed and deleted on top of its revision', async () => {
  const { data } = await shop.createRedirect('/summer', '/products');
  expect((await shop.createRedirect('/summer/', '/about')).failure.code).toBe('content.redirect_taken');
  const change = (to_path: string, revision: number) =>
    shop.call(
      'PUT /admin/content/redirects/{id}',
      { params: { id: data.id }, body: { from_path: '/summer', to_path, status: 302, revision } },
      shop.admin,
    );
  expect((await change('/about', 1)).data).toMatchObject({ to_path: '/about', status: 302, revision: 2 });
  expect((await change('/about', 1)).status).toBe(200);
  expect((await change('/faq', 1)).failure).toMatchObject({
    code: 'content.changed',
    data: { redirect: { to_path: '/about' } },
  });
  const remove = () => shop.call('DELETE /admin/content/redirects/{id}', { params: { id: data.id } }, shop.admin);
  expect((await remove()).message).toBe('Redirect deleted');
  expect((await remove()).failure.code).toBe('content.redirect_not_found');
  expect(await shop.auditedActions('content_redirect', data.id)).toEqual([
    'content.create_redirect',
    'content.change_redirect',
    'content.delete_redirect',
  ]);
});

test('the back office finds redirects by both addresses', async () => {
  await shop.createRedirect('/lamps-2025', '/pages/light');
  const query = (search: string) =>
    shop.call('GET /admin/content/redirects', { query: { search } }, shop.admin).then(({ data }) => data.total);
  expect([await query('lamps-2025'), await query('pages/light'), await query('lamps%2025')]).toEqual([1, 1, 0]);
});

test('redirects of a former shop are imported from a CSV file; invalid rows are reported', async () => {
  const product = await createProduct(shop.services.db);
  const send = (text: string) => {
    const body = new FormData();
    body.append('file', new Blob([text]), 'redirects.csv');
    return shop.call('POST /admin/content/redirects/import', { body }, shop.admin);
  };
  const file = [
    'Redirect from,Redirect to',
    '/collections/sale-2019,/products',
    'https://old.example/caf%C3%A9/?page=,/pages/kaffee',
    'https://old.example/cafe,https://old.example/pages/kaffee',
    `/products/${product.slug},/products`,
    '/only-one',
    '/ring-a,/ring-b',
    '/ring-b,/ring-a',
    '/null%00,/products',
  ].join('\r\n');
  const { data } = await send(`\uFEFF${file}`);
  expect(data).toEqual({
    created: 3,
    updated: 0,
    unchanged: 0,
    failed: 5,
    problems: [
      { line: 3, from: 'https://old.example/caf%C3%A9/?page=', reason: expect.stringContaining('Former address') },
      { line: 5, from: `/products/${product.slug}`, reason: expect.stringContaining('There is a page') },
      { line: 6, from: '/only-one', reason: expect.stringContaining('New address') },
      { line: 8, from: '/ring-b', reason: expect.stringContaining('lead back') },
      { line: 9, from: '/null%00', reason: expect.stringContaining('Former address') },
    ],
  });
  expect(await shop.redirectOf('/cafe')).toEqual({ to: '/pages/kaffee', status: 301 });
  expect((await send('/cafe;/products\n/ring-a;/ring-b')).data).toMatchObject({ updated: 1, unchanged: 1, failed: 0 });
  expect(await shop.redirectOf('/cafe')).toEqual({ to: '/products', status: 301 });
  expect((await send('no-slash,/products')).data).toMatchObject({ created: 0, failed: 1, problems: [{ line: 1 }] });
  expect((await send('/a,"open')).failure.code).toBe('content.redirects_unreadable');
});
