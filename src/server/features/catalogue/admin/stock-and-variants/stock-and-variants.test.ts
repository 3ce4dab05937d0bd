import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminProductClient } from '#test/clients/admin-product-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { confirmPayment, createPaidOrder, createShopper, fillCart, openPayment } from '#test/factories/order.ts';
import { createCategory } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
let categoryId: number;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada Admin' }));
  categoryId = (await createCategory(shop.services.db, { name: 'Kitchen' })).id;
});
afterAll(() => shop.close());

const { form, put, read, create } = adminProductClient(() => ({ shop, token, categoryId }));

test('a form saved after a sale does not restore the sold units', async () => {
  const product = await create({ stock: 10 });
  await createPaidOrder(shop, product.id, { quantity: 3 });
  expect((await put(product.id, { ...product, price: 20 })).data.product.stock).toBe(7);
  const more = await read(product.id);
  await createPaidOrder(shop, product.id, { quantity: 1 });
  expect((await put(product.id, { ...more, stock: more.stock + 5 })).data.product.stock).toBe(11);
  expect((await put(product.id, form({ name: product.name, sku: product.sku, stock: 4 }))).data.product.stock).toBe(4);
  const stock = shop.services.db.selectFrom('stock').select(['received', 'sold', 'held']);
  expect(await stock.where('product_id', '=', product.id).executeTakeFirst()).toEqual({
    received: 8,
    sold: 4,
    held: 0,
  });
});

test('more units than are left cannot be removed', async () => {
  const product = await create({ stock: 5 });
  await createPaidOrder(shop, product.id, { quantity: 4 });
  const reply = await put(product.id, { ...product, stock: 2 });
  expect(reply.failure).toMatchObject({
    code: 'product.stock_gone',
    message: expect.stringContaining('has only 1 unit left'),
  });
});

test('during sales and edits, received equals sold plus held plus available', async () => {
  const product = await create({ stock: 6 });
  const shoppers = await Promise.all(Array.from({ length: 6 }, () => createShopper(shop)));
  for (const shopper of shoppers) await fillCart(shop, shopper, product.id);
  await Promise.all([
    ...shoppers.map((shopper) => openPayment(shop, shopper)),
    ...[1, 2, 3].map(() => put(product.id, { ...product, revision: undefined, stock: product.stock + 2 })),
  ]);
  const { stock, held } = await read(product.id);
  expect({ stock, held }).toEqual({ stock: 6, held: 6 });
});

test('variants are added, changed, swapped and removed, each with its stock', async () => {
  const product = await create({
    stock: 9,
    variants: [
      { sku: 'TEE-S', options: { Colour: 'Mist', Size: 'S' }, stock: 2 },
      { sku: 'TEE-M', options: { Colour: 'Mist', Size: 'M' }, stock: 3, price_modifier: 2 },
    ],
  });
  expect(product).toMatchObject({ stock: 5, has_variants: true });
  const [small, medium] = product.variants;
  if (!small || !medium) throw new Error('No variants');
  const { data } = await put(product.id, {
    ...product,
    variants: [
      { ...medium, sku: 'TEE-S', stock: 4 },
      { ...small, sku: 'TEE-M' },
      { sku: 'TEE-L', options: { Colour: 'Mist', Size: 'L' }, stock: 1 },
    ],
  });
  expect(data.product.variants.map(({ id, sku, stock }) => [id, sku, stock])).toEqual([
    [medium.id, 'TEE-S', 4],
    [small.id, 'TEE-M', 2],
    [expect.any(Number), 'TEE-L', 1],
  ]);
  const plain = await put(product.id, { ...data.product, stock: 7, variants: [] });
  expect(plain.data.product).toMatchObject({ stock: 7, has_variants: false, variants: [] });
});

test('a variant keeps its swatch unless a save changes it', async () => {
  const options = { Colour: 'Mist' };
  const product = await create({ variants: [{ sku: 'SW-1', options, stock: 2, swatch: '#D6D4DC' }] });
  expect(product.variants[0]).toMatchObject({ swatch: '#d6d4dc' });
  const id = product.variants[0]?.id;
  const save = async (swatch: object) => {
    const { revision: _, ...form } = product;
    const { data } = await put(product.id, { ...form, variants: [{ id, sku: 'SW-1', options, stock: 2, ...swatch }] });
    return data.product.variants[0]?.swatch;
  };
  expect(await save({})).toBe('#d6d4dc');
  expect(
    (await put(product.id, { ...product, name: 'Renamed', revision: undefined, variants: undefined })).status,
  ).toBe(200);
  expect((await read(product.id)).variants[0]?.swatch).toBe('#d6d4dc');
  expect(await save({ swatch: '#3b6ea5' })).toBe('#3b6ea5');
  const wrong = await put(product.id, {
    ...product,
    revision: undefined,
    variants: [{ id, sku: 'SW-1', options, swatch: 'red' }],
  });
  expect([wrong.status, wrong.failure.errors?.['variants.0.swatch']]).toEqual([
    422,
    ['Please choose a colour such as #3b6ea5.'],
  ]);
  expect(await save({ swatch: null })).toBeNull();
});

test('an order of a deleted variant can be cancelled; its units are noted instead of returned', async () => {
  const product = await create({
    name: 'Wool Coat',
    variants: [
      { sku: 'COAT-S', options: { Size: 'S' }, stock: 5 },
      { sku: 'COAT-M', options: { Size: 'M' }, stock: 5 },
    ],
  });
  const [small, medium] = product.variants;
  if (!small || !medium) throw new Error('No variants');
  const shopper = await createShopper(shop);
  for (const { id } of [small, medium]) {
    const body = { product_id: product.id, variant_id: id, quantity: 2 };
    expect((await shop.call('POST /cart', { body }, { token: shopper.token })).status).toBe(200);
  }
  const { data } = await openPayment(shop, shopper);
  await shop.pay(data);
  const { data: order } = await confirmPayment(shop, shopper, data.payment_intent_id);
  const kept = await put(product.id, {
    ...product,
    revision: undefined,
    variants: [{ ...medium, stock: 3, stock_seen: 3 }],
  });
  expect(kept.data.product).toMatchObject({ stock: 3, sold: 2 });

  const params = { id: order.order_id };
  const setStatus = (status: 'cancelled' | 'pending') =>
    shop.call('PUT /admin/orders/{id}/status', { params, body: { status } }, { token });
  expect((await setStatus('cancelled')).status).toBe(200);
  expect(await read(product.id)).toMatchObject({ stock: 5, sold: 0 });
  const { history } = (await shop.call('GET /admin/orders/{id}', { params }, { token })).data;
  expect(history.find(({ to }) => to === 'cancelled')?.note).toBe(
    'Not returned to stock: 2 × Wool Coat, S, which the shop no longer has.',
  );
  expect((await setStatus('pending')).failure.code).toBe('stock.insufficient');
});
