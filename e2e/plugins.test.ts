import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SLOTS } from '#web/plugins/slots.ts';
import { API_KEY, type FakeBank, openFakeBank } from '../examples/bank-link/fake-bank.ts';
import { callShop } from './call-shop.ts';
import { copyRepository } from './copy-repository.ts';
import { type DemoShop, startDemoShop } from './demo-shop.ts';
import { DESKTOP, openShopper } from './shopper.ts';

const ROOT = resolve(import.meta.dirname, '..');
const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');
/** Plug-ins in folders, and one from an npm package. */
const configOf = (bankUrl: string) => `import { defineShop } from '#plugin';
import { greeting } from 'stoa-plugin-greeting';
import { bankLink } from './examples/bank-link/plugin.ts';
import { deliveryDay } from './examples/delivery-day/plugin.ts';
import { giftWrap } from './examples/gift-wrap/plugin.ts';
import { everything } from './test/fixtures/everything/plugin.ts';
import { notes } from './test/fixtures/notes/plugin.ts';

export default defineShop({
  plugins: [notes(), giftWrap(), deliveryDay(), greeting(), everything(), bankLink('${bankUrl}')],
});
`;
const NONE = `import { defineShop } from '#plugin';

export default defineShop({ plugins: [] });
`;

let folder: string;
let copy: string;
let shop: DemoShop;
let bank: FakeBank;

const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: copy, env: { ...process.env, NODE_ENV: 'production' } });

/** Compiles a package as its author does, and installs what it publishes. */
async function installPackage(source: string, name: string): Promise<void> {
  const author = join(folder, 'author');
  await cp(source, author, { recursive: true });
  await run(TSC, '-p', author);
  await cp(join(author, 'src/migrations'), join(author, 'dist/migrations'), { recursive: true });
  const installed = join(copy, 'node_modules', name);
  await mkdir(installed);
  for (const published of ['package.json', 'dist']) {
    await cp(join(author, published), join(installed, published), { recursive: true });
  }
}

/** The compressed copies of scripts and styles take seconds; the server sends the originals without them. */
async function skipCompression(): Promise<void> {
  const path = join(copy, 'react-router.config.ts');
  const config = await readFile(path, 'utf8');
  const step = '    await compressAll(assets);\n';
  expect(config).toContain(step);
  await writeFile(path, config.replace(step, ''));
}

/** All scripts and styles that a browser can get. */
const builtText = async () => {
  const files = globSync('build/pages/client/**/*.{js,css}', { cwd: copy });
  return (await Promise.all(files.map((file) => readFile(join(copy, file), 'utf8')))).join('\n');
};

beforeAll(async () => {
  bank = await openFakeBank();
  folder = await mkdtemp(join(tmpdir(), 'stoa-plugins-'));
  copy = join(folder, 'repository');
  await copyRepository(copy, ['test', 'examples']);
  await mkdir(join(copy, 'build'));
  await installPackage(join(ROOT, 'test/fixtures/greeting-package'), 'stoa-plugin-greeting');
}, 300_000);
afterAll(async () => {
  await shop?.stop();
  await bank.close();
  await rm(folder, { recursive: true, force: true });
});

/** @returns the page, and the errors in its console */
async function visit(path: string): Promise<{ page: Page; complaints: readonly string[] }> {
  const { page, complaints } = await openShopper(DESKTOP, shop.url);
  await page.goto(path);
  return { page, complaints };
}

test('a shop without plug-ins sends no code of slots to the browser', async () => {
  await writeFile(join(copy, 'shop.config.ts'), NONE);
  await run(join(ROOT, 'e2e/build-client.ts'));
  const text = await builtText();
  expect(text).toContain('Add to Cart');
  for (const trace of [
    'PartBoundary',
    'getDerivedStateFromError(){return{hasFailed',
    'No notes yet',
    'Options of your order',
  ]) {
    expect(text, trace).not.toContain(trace);
  }
}, 300_000);

test('parts of a plug-in are rendered on the server and work in the browser', async () => {
  await writeFile(join(copy, 'shop.config.ts'), configOf(bank.url));
  await skipCompression();
  await run('node_modules/@react-router/dev/bin.cjs', 'build');
  shop = await startDemoShop(copy);
  const html = await (await fetch(`${shop.url}/products/1`)).text();
  expect(html).toContain('No notes yet');
  expect(html).toContain('Notes about');
  expect(html).toContain('Notes by our customers');
  expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/theme-[\w-]+\.css"/);

  const { page } = await visit('/products/1');
  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByRole('button', { name: 'Say something' }).click();
  await page.getByText('A note was clicked').waitFor();
}, 300_000);

test('a part that fails renders nothing, is logged, and leaves the page whole', async () => {
  const { page, complaints } = await visit('/products/1');
  await page.getByRole('button', { name: 'Add to Cart' }).first().waitFor();
  await expect.poll(() => complaints.join('\n')).toContain('This part always fails');
  await expect.poll(() => page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.waitForURL('**/login');
  expect(shop.output()).toContain('A part of a plug-in could not be rendered');
});

test('a page of a plug-in is rendered with its data, in the frame of the shop', async () => {
  const { page } = await visit('/notes/1');
  await page.getByRole('heading', { name: 'Notes', level: 1 }).waitFor();
  await expect.poll(() => page.title()).toContain('Notes');
  expect((await fetch(`${shop.url}/notes/1`)).status).toBe(200);
});

test('a customer chooses the options of a cart line, and they are stored', async () => {
  const { page, complaints } = await visit('/about');
  await page.evaluate(async () => {
    const post = async (path: string, body: object) => {
      const authorization = `Bearer ${localStorage.getItem('auth_token')}`;
      const headers = { 'content-type': 'application/json', authorization };
      const reply = await fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await reply.json()).data;
    };
    const password = 'Correct-horse-1';
    const account = { name: 'Ada', email: 'wrapper@example.com', password, password_confirmation: password };
    localStorage.setItem('auth_token', (await post('/auth/register', account)).token);
    const found = await (await fetch('/api/products?search=Pocket+35+Film+Camera')).json();
    await post('/cart', { product_id: found.data.data[0].id, quantity: 2 });
  });
  await page.goto('/cart');
  await page.getByLabel('Gift wrap').selectOption('Kraft paper (+$3.50 each)');
  // Before the first answer: nothing that is chosen in between gets lost.
  await page.getByLabel('Gift card').check();
  await page.getByLabel('Message on the card').fill('Happy birthday!');
  await page.getByLabel('Message on the card').press('Enter');
  await page.getByText('Message on the card: Happy birthday!').waitFor();
  await page.reload();
  await page.getByText('Gift wrap: Kraft paper · +$7.00').waitFor();
  await page.getByText('Gift card · +$1.50').waitFor();
  await expect.poll(() => page.getByLabel('Gift card').isChecked()).toBe(true);
  await expect.poll(() => page.getByLabel('Message on the card').inputValue()).toBe('Happy birthday!');
  expect(complaints).toEqual([]);
});

test('a customer fills in checkout options, sees what is wrong with them, and finds them with the order', async () => {
  const shopper = await openShopper(DESKTOP, shop.url);
  const { page } = shopper;
  const token = await shopper.becomeCustomer();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const found = await (await fetch(`${shop.url}/api/products?search=Pocket+35+Film+Camera`)).json();
  const body = JSON.stringify({ product_id: found.data.data[0].id, quantity: 1 });
  await fetch(`${shop.url}/api/cart`, { method: 'POST', headers, body });
  await shopper.open('/checkout');
  await shopper.fillAddress();
  await page.getByText(/^A note for Portland, \$\d+/).waitFor();

  const day = page.getByLabel('Delivery day (optional)');
  const first = new Date((await day.getAttribute('min')) ?? '').getTime();
  const inDays = (days: number) => new Date(first + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const untilSunday = 7 - (new Date(first).getUTCDay() || 7);
  await day.fill(inDays(untilSunday));
  await page.getByLabel('Note for the driver (optional)').fill('Ring twice.');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  const problem = page.locator('.field-error', { hasText: 'We do not deliver on Sundays.' });
  await problem.waitFor();
  await expect.poll(() => day.getAttribute('aria-describedby')).toBe(await problem.getAttribute('id'));
  await day.fill(inDays(untilSunday + 1));
  await problem.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();

  // The payment is opened again with the same options; the plug-in's form in place of the card's takes no payments.
  const form = page.getByText(/^Everything is paid here/);
  await form.waitFor();
  await page.reload();
  await form.waitFor();
  await page.getByRole('link', { name: 'Back to shipping' }).click();
  await page.getByLabel('Everything later').check();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await page.waitForURL(/\/order-success\/ORD-/);
  const number = new URL(page.url()).pathname.split('/').at(-1);
  for (const path of [
    `/order-success/${number}`,
    `/dashboard/orders/${number}`,
    `/dashboard/orders/${number}/invoice`,
  ]) {
    await shopper.open(path);
    await page.getByText('Ring twice.').waitFor();
    await page.getByText(/^Monday, /).waitFor();
  }
  // A refusal is a failed request in the console.
  expect(shopper.complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
});

test('the back office has the menu entry, the page and the settings of a plug-in', async () => {
  const { page } = await visit('/login');
  await page.getByLabel('Email').first().fill('admin@stoa.test');
  await page.getByLabel('Password', { exact: true }).fill('stoa-admin-demo');
  await page.getByRole('button', { name: /^(Login|Sign in|Log in)/ }).click();
  await page.waitForURL(/\/admin/);
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Notes' }).first().click();
  await page.getByRole('heading', { name: 'Notes', level: 1 }).waitFor();

  await page.goto('/admin/settings?tab=notes');
  await page.getByLabel('Greeting').fill('Hello, shop');
  await page.getByLabel('Prize').fill('7.25');
  await page.getByLabel('API key').fill('very-secret');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Notes settings saved successfully!').first().waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel('Greeting').inputValue()).toBe('Hello, shop');
  await expect.poll(() => page.getByLabel('Prize').inputValue()).toBe('7.25');
  await page.getByText('Stored').waitFor();

  await page.getByRole('button', { name: 'Preview Note written' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Plain text' }).click();
  await dialog.getByText('Very bright.').first().waitFor();

  await page.goto('/admin/settings?tab=bank-link');
  await page.getByLabel('API key').fill(API_KEY);
  const testConnection = page.getByRole('button', { name: 'Test Connection' });
  expect(await testConnection.count(), 'nothing to test without a key').toBe(0);
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await testConnection.click();
  await page.getByText('Bank payment connection test successful!').first().waitFor();
  bank.isDown = true;
  await testConnection.click();
  await page.getByText('Bank payment did not answer. Please try again.').first().waitFor();
});

interface ListedProduct {
  readonly id: number;
  readonly name: string;
  readonly stock: number;
  readonly has_variants: boolean;
}

const ADDRESS = {
  name: 'Ada Marlowe',
  line1: '12 Harbour Lane',
  city: 'Portland',
  state: 'ME',
  postal_code: '04101',
  country: 'US',
};

test('every slot of the shop shows its part', async () => {
  const shopUrl = shop.url;
  const shopper = await openShopper(DESKTOP, shopUrl);
  const { page, open } = shopper;
  const seen = new Set<string>();
  const see = async (slot: string, text = '') => {
    await page
      .getByText(`In ${slot}${text && `: ${text}`}`)
      .filter({ visible: true })
      .first()
      .waitFor();
    seen.add(slot);
  };
  const { data: products } = await callShop<{ data: ListedProduct[] }>('/products?per_page=100', { shopUrl });
  const find = (isWanted: (product: ListedProduct) => boolean): ListedProduct => {
    const found = products.find(isWanted);
    if (!found) throw new Error('The demo shop has no such product');
    return found;
  };
  const plain = find(({ has_variants, stock }) => !has_variants && stock > 5);
  const soldOut = find(({ has_variants, stock }) => !has_variants && stock === 0);
  const varied = find(({ has_variants }) => has_variants);

  const token = await shopper.becomeCustomer();
  const call = <D>(path: string, body: object) => callShop<D>(path, { token, body, shopUrl });
  await call('/cart', { product_id: plain.id, quantity: 1 });
  const order = await call<{ id: number; order_number: string }>('/orders', {
    payment_method: 'everything',
    shipping_address: ADDRESS,
  });
  await call('/cart', { product_id: plain.id, quantity: 2 });
  await call(`/wishlist/${plain.id}`, {});

  await open('/');
  await see('home', 'Welcome to the demo of everything');
  await see('footer');
  await open(`/products?search=${encodeURIComponent(plain.name)}`);
  await see('card.badge', 'safe');
  await open(`/products/${varied.id}`);
  await see('product.heading', varied.name);
  await see('product.options');
  await see('product.belowBuyBox');
  await page.getByRole('tab', { name: 'Everything' }).click();
  await see('product.tabs', varied.name);
  await open(`/products/${soldOut.id}`);
  await see('product.soldOut', soldOut.name);
  await open('/wishlist');
  await see('wishlist.line', plain.name);
  await open('/cart');
  await see('cart.line', '2');
  await see('cart.summary');
  await open(`/dashboard/orders/${order.order_number}`);
  await see('order.page', order.order_number);
  await see('order.line', '1 USD');
  await open('/checkout');
  await see('checkout.step');

  await shopper.fillAddress();
  await page.getByLabel('Card', { exact: true }).check();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByText(/^Everything is paid here: \$\d/).waitFor();
  await shopper.pay();
  await page.getByText('Everything is refused.').first().waitFor();

  const user = await callShop<{ id: number }>('/auth/profile', { token, shopUrl });
  await shopper.enterBackOffice(`/admin/orders?order=${order.id}`);
  await see('admin.order', order.order_number);
  await see('admin.orderLine', '1');
  await open(`/admin/users?user=${user.id}`);
  await see('admin.user', shopper.email);
  await open('/admin/products');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await see('admin.product');
  expect([...seen].sort()).toEqual(Object.keys(SLOTS).sort());
});

test('a plug-in replaces a page of the shop, and adds its stylesheet and frame to all others', async () => {
  const html = await (await fetch(`${shop.url}/shipping`)).text();
  expect(html).toContain('How everything is shipped');
  expect(html).toMatch(/<title>Shipping of everything/);
  expect(html).toContain('href="/everything.css"');
  for (const text of ['Everything is announced', 'The last word on everything', 'All of everything']) {
    expect(html).toContain(text);
  }
  const page = await (await fetch(`${shop.url}/everything`)).text();
  expect(page).toContain('Everything there is');

  const text = await builtText();
  const [font] = /\/assets\/letter-e-[\w-]+\.woff2/.exec(text) ?? [];
  const { status, headers } = await fetch(`${shop.url}${font}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'font/woff2']);
});

test('an npm package provides endpoints, refusals and tables', async () => {
  const response = await fetch(`${shop.url}/api/greeting`);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: 'greeting.silent', message: 'Nobody has greeted yet.' });
});

test('an npm package provides pages and parts, which work in the browser', async () => {
  expect(await (await fetch(`${shop.url}/greeting`)).text()).toContain('Greetings from a package');
  const { page } = await visit('/products/1');
  const button = page.getByRole('button', { name: /^(Greet|Hello) / });
  // Clicks before the part is hydrated are lost.
  await expect
    .poll(async () => {
      await button.click();
      return button.textContent();
    })
    .toBe('Hello from a package!');
});
