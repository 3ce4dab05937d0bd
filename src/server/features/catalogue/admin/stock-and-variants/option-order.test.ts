import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminImportClient } from '#test/clients/admin-import-client.ts';
import { adminProductClient } from '#test/clients/admin-product-client.ts';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { confirmPayment, createShopper, openPayment } from '#test/factories/order.ts';
import { createCategory } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
let token: string;
let categoryId: number;
beforeAll(async () => {
  shop = await openPayingShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
  categoryId = (await createCategory(shop.services.db, { name: 'Shirts', slug: 'shirts' })).id;
});
afterAll(() => shop.close());

const { form, put, read, create } = adminProductClient(() => ({ shop, token, categoryId }));
const client = adminImportClient(() => ({ shop, token }));

/** jsonb would sort them as Fit, Size, Colour. */
const ORDER = ['Colour', 'Size', 'Fit'];
const shirt = (sku: string, Colour = 'Mist', Size = 'M', Fit = 'Slim') => ({
  sku,
  options: { Colour, Size, Fit },
  stock: 5,
});
const namesOf = (variants: readonly { readonly options: object }[]) =>
  variants.map(({ options }) => Object.keys(options));

describe('variant options keep the merchant’s order', () => {
  test('in the back office, on the product page, in lists and in the cart', async () => {
    const product = await create({ variants: [shirt('S-1'), shirt('S-2', 'Clay', 'S')] });
    expect(namesOf(product.variants)).toEqual([ORDER, ORDER]);
    expect(namesOf((await read(product.id)).variants)).toEqual([ORDER, ORDER]);
    expect(product.variants.map(({ name }) => name)).toEqual(['Mist / M / Slim', 'Clay / S / Slim']);
    const { data } = await shop.call('GET /products/{id}', { params: { id: String(product.id) } });
    expect(namesOf(data.product.variants ?? [])).toEqual([ORDER, ORDER]);
    // The index reads a new product a moment after it was saved.
    const listed = async () => {
      const { data } = await shop.call('GET /products', { query: { search: product.name } });
      return data.data.find(({ id }) => id === product.id)?.choices?.map(({ name }) => name);
    };
    await expect.poll(listed).toEqual(['Colour', 'Size']);
    const { token: shopper } = await createShopper(shop);
    const body = { product_id: product.id, variant_id: product.variants[0]?.id ?? 0 };
    const { data: cart } = await shop.call('POST /cart', { body }, { token: shopper });
    expect(Object.keys(cart.items[0]?.variant?.options ?? {})).toEqual(ORDER);
  });

  test('after the merchant reorders them', async () => {
    const product = await create({ variants: [shirt('R-1')] });
    const [variant] = product.variants;
    const options = { Fit: 'Slim', Colour: 'Mist', Size: 'M' };
    await put(product.id, form({ sku: product.sku, variants: [{ ...shirt('R-1'), id: variant?.id, options }] }));
    expect(namesOf((await read(product.id)).variants)).toEqual([['Fit', 'Colour', 'Size']]);
  });

  test('on the order, its invoice and its email', async () => {
    const product = await create({ variants: [shirt('O-1')] });
    const shopper = await createShopper(shop);
    const body = { product_id: product.id, variant_id: product.variants[0]?.id ?? 0 };
    await shop.call('POST /cart', { body }, { token: shopper.token });
    const { data: opened } = await openPayment(shop, shopper);
    await shop.pay(opened);
    const { data: confirmed } = await confirmPayment(shop, shopper, opened.payment_intent_id);
    const params = { id: String(confirmed.order_id) };
    const { data: order } = await shop.call('GET /orders/{id}', { params }, { token: shopper.token });
    expect(order.items[0]?.variant_name).toBe('Mist / M / Slim');
    await shop.jobs.run('deliver-mail');
    expect(shop.mailbox.newestTo(shopper.user.email).text).toContain('Mist / M / Slim');
  });

  test('through a CSV export and import', async () => {
    const product = await create({ name: 'Exported shirt', variants: [shirt('E-1')] });
    const file = (await client.get('/admin/products/export')).body;
    expect(file).toContain('Colour: Mist | Size: M | Fit: Slim');
    const checked = await client.check(file);
    expect(checked.counts).toMatchObject({ error: 0, create: 0, update: 0 });

    const own = file
      .split('\r\n')
      .filter((line, index) => index === 0 || line.includes('E-1') || line.includes(product.sku));
    const copy = own
      .join('\r\n')
      .replaceAll('E-1', 'F-1')
      .replaceAll(product.sku, 'COPY')
      .replaceAll('Exported', 'Imported');
    const { id } = await client.check(`${copy}\r\n`);
    expect(await client.runToEnd(id, 'all_or_nothing')).toMatchObject({ status: 'done' });
    const { data: list } = await shop.call('GET /admin/products', { query: { search: 'Imported shirt' } }, { token });
    const imported = await read(list.data[0]?.id ?? 0);
    expect(namesOf(imported.variants)).toEqual([ORDER]);
    expect(imported.variants[0]?.name).toBe('Mist / M / Slim');
  });

  test('while the previous version still writes', async () => {
    const product = await create({ variants: [shirt('P-1')] });
    const { db } = shop.services;
    await sql`UPDATE product_variant SET name = 'Own name', options = ${JSON.stringify(shirt('').options)}::jsonb
               WHERE sku = 'P-1'`.execute(db);
    expect(namesOf((await read(product.id)).variants)).toEqual([ORDER]);
    await sql`UPDATE product_variant SET options = '{"Colour": "Clay", "Size": "M"}' WHERE sku = 'P-1'`.execute(db);
    expect((await read(product.id)).variants[0]?.options).toEqual({ Colour: 'Clay', Size: 'M' });
    await sql`
      INSERT INTO product_variant (product_id, name, sku, options) VALUES (${product.id}, 'New', 'P-2', '{"Size": "S"}')`.execute(
      db,
    );
    expect((await read(product.id)).variants.map(({ options }) => options)).toContainEqual({ Size: 'S' });
  });
});
