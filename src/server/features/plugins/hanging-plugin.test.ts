import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ShopContract } from '#contract/index.ts';
import { defineEndpoints, definePlugin } from '#plugin';
import { inProcessCalls } from '#server/app/call-in-process.ts';
import type { Handlers } from '#server/platform/http/handler.ts';
import { ADDRESS, createShopper, fillCart, saveSetting } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';
import { reportsTo } from '#test/plugin-reports.ts';
import { limitResponse } from './plugin-limits.ts';

const calls = new Map<string, number>();
/** Counts its calls and never resolves. */
const hang = (name: string) => () => {
  calls.set(name, (calls.get(name) ?? 0) + 1);
  return new Promise<never>(() => undefined);
};

const contract = defineEndpoints({
  'GET /hanging': { access: 'public', summary: 'Never responds', data: z.null() },
});

/** None of its functions ever resolves. */
const hanging = definePlugin({
  name: 'hanging',
  apiVersion: 1,
  folder: import.meta.dirname,
  contract,
  handlers: () => ({ 'GET /hanging': hang('handler') }),
  loadFrame: hang('frame'),
  loadLook: hang('look'),
  loadBranding: hang('branding'),
  findRedirect: hang('redirect'),
  loadProducts: hang('products'),
  shippingRates: hang('rates'),
  paymentProviders: () => [{ name: 'hanging', isEnabled: async () => true, connect: hang('connect') }],
});
const working = definePlugin({
  name: 'working',
  apiVersion: 1,
  folder: import.meta.dirname,
  findRedirect: async () => ({ to: '/about', status: 301 }),
  shippingRates: () => [{ id: 'parcel', label: 'Parcel', cost: 100 }],
});

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop({}, { plugins: [hanging, working] });
  await saveSetting(shop, 'payment', { offlineEnabled: true });
});
afterAll(() => shop.close());

test('pages have the shop’s own parts instead of those of a plug-in that hangs, and wait for them only once', async () => {
  const { plugins } = shop.services;
  const load = () =>
    Promise.all([plugins.loadFrame(), plugins.loadLook(), plugins.loadBranding(), plugins.findRedirect('/old')]);
  const own = [undefined, undefined, undefined, { to: '/about', status: 301 }];
  expect(await load()).toEqual(own);
  expect(await load()).toEqual(own);
  expect(['frame', 'look', 'branding', 'redirect'].map((name) => calls.get(name))).toEqual([1, 1, 1, 1]);
});

test('a page that needs an endpoint that hangs is refused, the next ones at once', async () => {
  const { plugins, log } = shop.services;
  const call = inProcessCalls({} as Handlers<ShopContract>, plugins, reportsTo(log), { limitMs: 50 });
  const open = () => call('GET /hanging' as keyof ShopContract);
  const unavailable = expect.objectContaining({ code: 'plugin.unavailable' });
  await expect(open()).rejects.toEqual(unavailable);
  await expect(open()).rejects.toEqual(unavailable);
  expect(calls.get('handler')).toBe(1);
});

test('customers buy, with the delivery of another plug-in', async () => {
  const { id } = await createProduct(shop.services.db, { stock: 5 });
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, id);
  const body = { shipping_address: ADDRESS, shipping_method: 'working:parcel' } as const;
  expect((await shop.call('POST /orders', { body }, { token: shopper.token })).status).toBe(201);
  expect(calls.get('connect')).toBe(1);
});

test('a file or a read of a plug-in that hangs is refused', async () => {
  const file = { plugin: 'hanging', name: 'files /feed' };
  const waiting = limitResponse(file, reportsTo(), hang('response'), 20);
  await expect(waiting).rejects.toMatchObject({ code: 'plugin.unavailable' });
});

test('the merchant sees which functions of the plug-in timed out, and nothing about the other plug-in', async () => {
  const delays = shop.services.pluginDelays.list();
  const late = ['connect of hanging', 'findRedirect', 'loadBranding', 'loadFrame', 'loadLook', 'shippingRates'];
  expect(delays.map(({ name }) => name).toSorted()).toEqual(expect.arrayContaining(late));
  for (const { plugin, timeouts } of delays) {
    expect(plugin).toBe('hanging');
    expect(timeouts).toBeGreaterThan(0);
  }
});
