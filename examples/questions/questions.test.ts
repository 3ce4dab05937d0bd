import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, createCustomer, createProduct, openPluginShop, type PluginShop, signIn } from '#plugin/testing';
import type { contract } from './contract.ts';
import { questions } from './plugin.ts';

let shop: PluginShop<typeof contract>;
beforeAll(async () => {
  shop = await openPluginShop<typeof contract>(questions());
});
afterAll(() => shop.close());

test('refuses a second question about a product until the first is answered', async () => {
  const { id } = await createProduct(shop.services.db);
  const token = await signIn(shop, await createCustomer(shop.services.db));
  const ask = () => shop.call('POST /questions', { body: { product_id: id, text: 'Is it heavy?' } }, { token });
  expect((await ask()).status).toBe(201);
  expect((await ask()).failure.code).toBe('questions.waiting');
});

test('sends the answer to the customer and publishes it', async () => {
  const { id, name } = await createProduct(shop.services.db);
  const customer = await createCustomer(shop.services.db);
  const asked = await shop.call(
    'POST /questions',
    { body: { product_id: id, text: 'Is a bulb included?' } },
    { token: await signIn(shop, customer) },
  );
  const admin = { token: await signIn(shop, await createAdmin(shop.services.db)) };
  const params = { id: asked.data.id };
  await shop.call('PUT /admin/questions/{id}/answer', { params, body: { answer: 'Yes, an E27.' } }, admin);

  await shop.jobs.runRequested();
  expect(await shop.mailbox.newestTo(customer.email)).toMatchObject({ subject: `Your question about ${name}` });
  const shown = await shop.call('GET /questions/{productId}', { params: { productId: id } });
  expect(shown.data.data).toEqual([{ id: asked.data.id, text: 'Is a bulb included?', answer: 'Yes, an E27.' }]);
  const listed = async () => {
    const { data } = await shop.call('GET /questions/products', { query: {} });
    return data.data.map((product) => product.id);
  };
  // Lists contain a new product within two seconds.
  await expect.poll(listed).toEqual([id]);
  const open = await shop.call('GET /admin/questions', { query: { status: 'all', search: 'bulb' } }, admin);
  expect(open.data.data).toMatchObject([{ product: name, answer: 'Yes, an E27.' }]);
});

test('customers download their questions with their data, and nobody sees them once the account is deleted', async () => {
  const { id, name } = await createProduct(shop.services.db);
  const customer = await createCustomer(shop.services.db);
  const token = await signIn(shop, customer);
  const asked = await shop.call('POST /questions', { body: { product_id: id, text: 'Does it float?' } }, { token });
  const admin = { token: await signIn(shop, await createAdmin(shop.services.db)) };
  const answer = { params: { id: asked.data.id }, body: { answer: 'It does.' } };
  await shop.call('PUT /admin/questions/{id}/answer', answer, admin);
  const { data } = await shop.call('GET /account/data', {}, { token });
  expect(data.plugins).toMatchObject({
    questions: { questions: [{ product: name, text: 'Does it float?', answer: 'It does.' }] },
  });

  const shown = async () => {
    const { data: page } = await shop.call('GET /questions/{productId}', { params: { productId: id } });
    return page.data.map(({ text }) => text);
  };
  const listed = async () => {
    const { data: page } = await shop.call('GET /questions/products', { query: {} });
    return page.data.map((product) => product.id);
  };
  await expect.poll(shown).toEqual(['Does it float?']);
  await expect.poll(listed).toContain(id);
  await shop.call('DELETE /admin/users/{id}', { params: { id: customer.id } }, admin);
  await shop.events.deliverDue();
  await expect.poll(shown).toEqual([]);
  await expect.poll(listed).not.toContain(id);
});

test('reminds the merchant of open questions after as many days as the settings say', async () => {
  const { id } = await createProduct(shop.services.db);
  const token = await signIn(shop, await createCustomer(shop.services.db));
  await shop.call('POST /questions', { body: { product_id: id, text: 'Is it heavy?' } }, { token });
  await shop.call(
    'PUT /admin/plugins/{plugin}/settings',
    { params: { plugin: 'questions' }, body: { revision: 0, values: { remindDays: 3 } } },
    { token: await signIn(shop, await createAdmin(shop.services.db)) },
  );
  shop.clock.advance({ days: 4 });
  await shop.jobs.run('questions.remind');
  expect(shop.log.warnings()).toContainEqual(expect.objectContaining({ msg: 'Questions await an answer' }));
});
