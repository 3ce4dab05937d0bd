import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { createProduct } from '#test/factories/product.ts';
import type { noteContract } from '#test/fixtures/notes/contract.ts';
import { notes } from '#test/fixtures/notes/plugin.ts';
import { openPluginShop, type PluginShop } from '#test/plugin-shop.ts';

let shop: PluginShop<typeof noteContract>;
let admin: string;
let customer: { id: number; token: string };
beforeAll(async () => {
  shop = await openPluginShop<typeof noteContract>(notes());
  admin = await signIn(shop, await createAdmin(shop.services.db));
  const user = await createCustomer(shop.services.db);
  customer = { id: user.id, token: await signIn(shop, user) };
});
afterAll(() => shop.close());

const write = async (text = 'Very bright.') => {
  const { id } = await createProduct(shop.services.db);
  const reply = await shop.call('POST /notes', { body: { product_id: id, text } }, customer);
  return { id, reply };
};

describe('endpoints of a plug-in', () => {
  test('store and read what customers write', async () => {
    const { id, reply } = await write();
    expect(reply.message).toBe('Note saved.');
    const { data } = await shop.call('GET /notes/{productId}', { params: { productId: id } });
    expect(data).toEqual([{ text: 'Very bright.', author: expect.any(String) }]);
  });

  test('ask for a login, and admin ones for an admin', async () => {
    const { failure } = await shop.call('POST /notes', { body: { product_id: 1, text: 'Hello' } });
    expect(failure.code).toBe('auth.required');
    const denied = await shop.call('DELETE /admin/notes/{id}', { params: { id: 1 } }, customer);
    expect(denied.failure.code).toBe('auth.forbidden');
  });

  test('refuse wrong input by field, and with codes of their own', async () => {
    const { id } = await write();
    const wrong = await shop.call('POST /notes', { body: { product_id: id, text: '' } }, customer);
    expect(wrong.failure).toMatchObject({ code: 'request.invalid', errors: { text: ['This field is required.'] } });
    const again = await shop.call('POST /notes', { body: { product_id: id, text: 'Again' } }, customer);
    expect(again.status).toBe(409);
    expect(again.failure).toMatchObject({
      code: 'notes.written',
      message: 'You have written a note about this product already.',
    });
  });

  test('repeat the answer to a repeated write with an idempotency key', async () => {
    const { id } = await createProduct(shop.services.db);
    const options = { token: customer.token, headers: { 'idempotency-key': 'note-once' } };
    const body = { product_id: id, text: 'Once' };
    expect((await shop.call('POST /notes', { body }, options)).status).toBe(200);
    expect((await shop.call('POST /notes', { body }, options)).status).toBe(200);
  });

  test('are in the OpenAPI document of the running shop, with their refusals', async () => {
    const document = (await shop.app.inject({ url: '/api/openapi.json' })).json();
    expect(document.paths['/notes'].post.responses['409'].description).toContain('`notes.written`: You have written');
    expect(document.components.schemas.Refusal.properties.code.enum).toContain('notes.written');
    expect((await shop.app.inject({ method: 'PUT', url: '/api/notes' })).statusCode).toBe(405);
  });

  test('write to the audit log, under the name of the plug-in', async () => {
    await shop.call('DELETE /admin/notes/{id}', { params: { id: 1 } }, { token: admin });
    const entries = shop.services.db.selectFrom('audit_entry').select('action');
    expect((await entries.execute()).map(({ action }) => action)).toContain('notes.delete');
  });
});

describe('addresses of a plug-in', () => {
  test('are in the sitemap with the day of their last change', async () => {
    const { id } = await write();
    shop.clock.advance({ minutes: 11 });
    const { body } = await shop.app.inject({ url: '/sitemap.xml' });
    expect(body).toContain(`<loc>http://shop.test/notes/${id}</loc><lastmod>`);
  });

  test('lead on from former ones; a plug-in that fails leads nowhere', async () => {
    const { findRedirect } = shop.services.plugins;
    expect(await findRedirect('/old-notes/7')).toEqual({ to: '/notes/7', status: 301 });
    expect(await findRedirect('/somewhere')).toBeNull();
    expect(await findRedirect('/notes-that-fail')).toBeNull();
    expect(shop.log.warnings()).toHaveLength(1);
  });
});

describe('data of a plug-in about products', () => {
  test('is in the product, in lists and in related products, and only where there is some', async () => {
    const { id } = await write();
    const { data } = await shop.call('GET /products/{id}', { params: { id: String(id) } });
    expect(data.product.extensions).toEqual({ notes: { count: 1 } });
    const other = await createProduct(shop.services.db);
    const without = await shop.call('GET /products/{id}', { params: { id: String(other.id) } });
    expect(without.data.product).not.toHaveProperty('extensions');
  });

  test('sets the rating that lists show', async () => {
    const { id } = await write();
    const { data } = await shop.call('GET /products/{id}', { params: { id: String(id) } });
    expect(data.product).toMatchObject({ average_rating: '4.50', review_count: 1 });
  });
});

test('what a plug-in stores about customers is in the file with their data', async () => {
  await write('Handy.');
  const { data } = await shop.call('GET /account/data', {}, customer);
  expect(data.plugins).toMatchObject({ notes: { notes: expect.arrayContaining(['Handy.']) } });
});

describe('mails and jobs of a plug-in', () => {
  test('a mail is in the outbox under the name of the plug-in, and is delivered', async () => {
    await write('Rather dim.');
    await shop.jobs.runRequested();
    const { data } = await shop.call('GET /admin/mails', { query: {} }, { token: admin });
    expect(data.data[0]).toMatchObject({
      kind: 'notes.note-written',
      subject: expect.stringContaining('A note about'),
    });
  });

  test('a mail can be previewed with sample data', async () => {
    const params = { plugin: 'notes', mail: 'note-written' };
    const { data } = await shop.call('GET /admin/plugins/{plugin}/mails/{mail}', { params }, { token: admin });
    expect(data.subject).toBe('A note about a product of Stoa');
    expect(data.text).toContain('Very bright.');
    const missing = { plugin: 'notes', mail: 'none' };
    const reply = await shop.call('GET /admin/plugins/{plugin}/mails/{mail}', { params: missing }, { token: admin });
    expect(reply.failure.code).toBe('mail.not_found');
  });

  test('a job runs with the services of the plug-in', async () => {
    const { id } = await write();
    shop.clock.advance({ days: 2 });
    await shop.jobs.run('notes.forget-old');
    const { data } = await shop.call('GET /notes/{productId}', { params: { productId: id } });
    expect(data).toEqual([]);
  });
});
