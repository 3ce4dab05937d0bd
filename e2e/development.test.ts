import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openContext } from './browser.ts';
import { type DevelopmentShop, startDevelopmentShop } from './development-shop.ts';
import { isHydrated, untilHydrated } from './shopper.ts';
import { COLOUR_RULES, violationsOf } from './violations.ts';

/** `npm run dev`: saved changes appear in the open page and the API. */

let shop: DevelopmentShop;
/** One visitor for all tests: the hundreds of modules of a page stay in the browser's cache. */
let visitor: BrowserContext;

beforeAll(async () => {
  shop = await startDevelopmentShop();
  visitor = await openContext({ baseURL: shop.url });
}, 180_000);

afterAll(async () => {
  await visitor?.close();
  await shop?.interrupt();
  await shop?.remove();
});

const CONTACT = 'src/web/storefront/contact/contact-page.tsx';
const PRODUCT_ROUTES = 'src/server/features/catalogue/storefront/products.routes.ts';
const FAILURES = 'src/server/platform/http/failures.ts';
/** The requirement is one second for pages and two for the server; the rest is for a busy machine. */
const SOON = { timeout: 25_000 };

/** Shared by all tests, because a new tab compiles the hundreds of modules of a page again. */
let tab: Page | undefined;
/** An open page would reload its modules whenever a test edits files. */
const leavePage = async () => void (await tab?.goto('/robots.txt'));

/** The shared tab. After a failed test, the next one gets a new tab. */
async function takeTab(): Promise<Page> {
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await tab?.close();
    tab = undefined;
  });
  tab ??= await visitor.newPage();
  return tab;
}

/** The shared tab, which leaves its page after the test. */
async function openTab(): Promise<Page> {
  const page = await takeTab();
  onTestFinished(({ task }) => (task.result?.state === 'fail' ? undefined : leavePage()));
  return page;
}

async function openPage(path: string): Promise<Page> {
  const page = await openTab();
  await page.goto(path);
  return page;
}

const PLUGIN = `import { respond, defineEndpoints, definePlugin } from '#plugin';
import { z } from 'zod';

export const hello = () =>
  definePlugin({
    name: 'hello',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract: defineEndpoints({ 'GET /hello': { access: 'public', summary: 'Says hello', data: z.string() } }),
    handlers: () => ({ 'GET /hello': async () => respond('first words') }),
    storefront: { slots: { 'product.belowBuyBox': './web/hello.tsx' } },
  });
`;
const PART = `export default function Hello() {
  return <p>Hello from a plug-in</p>;
}
`;

const messageOf = (page: Page) => page.getByRole('textbox', { name: 'Message' });

const askShop = async (path: string): Promise<string> => (await fetch(shop.url + path)).text();
const withoutScripts = (html: string) => html.replace(/<script.*?<\/script>/gs, '');
const answers = (path: string, words: string) =>
  vi.waitFor(async () => expect(withoutScripts(await askShop(path)), path).toContain(words), { ...SOON, interval: 50 });

describe('the open contact page', () => {
  let page: Page;
  beforeEach(async () => {
    page = await takeTab();
    if (new URL(page.url()).pathname === '/contact') return;
    await page.goto('/contact');
    await untilHydrated(page);
  });
  afterAll(leavePage);

  test('saving a component or stylesheet updates the open page and keeps its input', async () => {
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await messageOf(page).fill('Half a sentence');
    const undo = await shop.edit(CONTACT, '<h1>Contact us', '<h1>Write to us today');
    await page.getByRole('heading', { name: 'Write to us today' }).waitFor(SOON);
    expect(await askShop('/contact')).toContain('Write to us today');
    await shop.edit('src/web/ui/theme.css', ':root {', ':root { --development-test: 1px;');
    await page.waitForFunction(
      () => getComputedStyle(document.documentElement).getPropertyValue('--development-test') === '1px',
      null,
      SOON,
    );
    await undo();
    await page.getByRole('heading', { name: 'Contact us' }).waitFor(SOON);
    await expect.poll(() => messageOf(page).inputValue()).toBe('Half a sentence');
    expect(problems).toEqual([]);
  });

  test('saving a server or contract file changes the next response, and open pages keep their input', async () => {
    await messageOf(page).fill('Half a sentence');
    await shop.edit(FAILURES, 'success: false,', "success: false, saved: 'in the server',");
    await answers('/api/nothing-here', 'in the server');
    await shop.edit(
      'src/contract/refusals.ts',
      "'There is nothing at this address.'",
      "'Nothing here, says the contract.'",
    );
    await answers('/api/nothing-here', 'says the contract');
    await expect.poll(() => messageOf(page).inputValue()).toBe('Half a sentence');
  });

  test('a component error is shown over the page with file and line until it is fixed', async () => {
    await messageOf(page).fill('Half a sentence');
    const undo = await shop.edit(CONTACT, '<h1>Contact us</h1>', '<h1>Contact us');
    onTestFinished(undo);
    const overlay = page.locator('vite-error-overlay');
    await overlay
      .getByText(/contact-page\.tsx:\d+/)
      .first()
      .waitFor(SOON);
    await undo();
    await overlay.waitFor({ state: 'detached', ...SOON });
    await expect.poll(() => messageOf(page).inputValue()).toBe('Half a sentence');
  });

  test('while the server’s code fails, pages and responses show why, and then recover', async () => {
    await messageOf(page).fill('Half a sentence');
    const undo = await shop.edit(FAILURES, 'export function asRefusal(', 'export function asRefusal((');
    onTestFinished(undo);
    await page
      .locator('vite-error-overlay')
      .getByText(/failures\.ts:\d+/)
      .first()
      .waitFor(SOON);
    expect(await askShop('/api/shop')).toMatch(/failures\.ts:\d+/);
    expect(shop.output()).toMatch(/failures\.ts:\d+/);
    await undo();
    await answers('/api/shop', '"success":true');
    await page.locator('vite-error-overlay').waitFor({ state: 'detached', ...SOON });
    await expect.poll(() => messageOf(page).inputValue()).toBe('Half a sentence');
  });
});

test('saving a file of the build’s configuration asks for a restart, and pages are still served', async () => {
  const undo = await shop.edit('scripts/chunk-groups.ts', '/**', '// Edited\n/**');
  await expect.poll(shop.output, SOON).toContain('It takes effect when you restart npm run dev.');
  expect(await askShop('/contact')).toContain('<h1>Contact us');
  await undo();
});

test('a new page is served at the first request after its route was added, and is gone after its file and route were deleted', async () => {
  const file = 'src/web/storefront/gift-cards/gift-cards-page.tsx';
  await shop.add(file, 'export default function GiftCardsPage() {\n  return <h1>Gift cards</h1>;\n}\n');
  const removePage = await shop.edit(
    'src/domain/shop/pages.ts',
    "  '/faq': INFORMATION,",
    "  '/faq': INFORMATION,\n  '/gift-cards': INFORMATION,",
  );
  const removeRoute = await shop.edit(
    'src/web/routes.ts',
    "    page('/offline',",
    "    page('/gift-cards', 'storefront/gift-cards/gift-cards-page.tsx'),\n    page('/offline',",
  );
  await vi.waitFor(() => expect(shop.output()).toContain('src/web/routes.ts changed'), SOON);
  expect(await askShop('/gift-cards')).toContain('<h1>Gift cards</h1>');

  await shop.delete(file);
  await removePage();
  await removeRoute();
  await vi.waitFor(async () => {
    expect(await askShop('/faq')).toContain('<h1');
    expect(await askShop('/gift-cards')).not.toContain('Gift cards');
  }, SOON);
});

test('a new migration runs at the next reload', async () => {
  await shop.add('migrations/9000_development_test.sql', 'CREATE TABLE development_test (id int);');
  await vi.waitFor(() => expect(shop.output()).toContain('9000_development_test.sql changed'), SOON);
  await shop.add('migrations/9001_broken.sql', 'CREATE TABLE development_test (id int);');
  await answers('/api/shop', 'already exists');
  await shop.add('migrations/9001_broken.sql', 'CREATE TABLE another_development_test (id int);');
  await answers('/api/shop', '"success":true');
});

test('a render error is shown with file and line, also in the terminal, and clears itself', async () => {
  const undo = await shop.edit(
    CONTACT,
    'export default function ContactPage() {\n',
    "export default function ContactPage() {\n  if (import.meta.env.SSR) throw new Error('The contact page is broken');\n",
  );
  onTestFinished(undo);
  await vi.waitFor(async () => expect(await askShop('/contact')).toContain('The contact page is broken'), SOON);
  const page = await openPage('/contact');
  await page.getByRole('heading', { name: 'The contact page is broken' }).waitFor(SOON);
  await page
    .getByText(/contact-page\.tsx:\d+/)
    .first()
    .waitFor(SOON);
  expect(shop.output()).toMatch(/The contact page is broken[\s\S]*contact-page\.tsx:\d+/);
  await undo();
  await page.getByRole('heading', { name: 'Contact us' }).waitFor(SOON);
});

test('an error in the browser is shown over the page with file and line, also in the terminal', async () => {
  const page = await openPage('/contact');
  await untilHydrated(page);
  const undo = await shop.edit(
    CONTACT,
    'export default function ContactPage() {\n',
    "export default function ContactPage() {\n  if (!import.meta.env.SSR) throw new Error('Broken in the browser');\n",
  );
  onTestFinished(undo);
  const source = await readFile(CONTACT, 'utf8');
  // The inserted line follows that of the component.
  const line = source.slice(0, source.indexOf('function ContactPage')).split('\n').length + 1;
  const overlay = page.locator('vite-error-overlay');
  await overlay.getByText('Broken in the browser').first().waitFor(SOON);
  await overlay.getByText(`contact-page.tsx:${line}:`).first().waitFor(SOON);
  await expect.poll(shop.output, SOON).toMatch(new RegExp(`Broken in the browser[\\s\\S]*contact-page\\.tsx:${line}:`));
  await undo();
  await overlay.waitFor({ state: 'detached', ...SOON });
  await page.getByRole('heading', { name: 'Contact us' }).waitFor(SOON);
});

test('an error page that connects only after the fix reloads too', async () => {
  const undo = await shop.edit(
    CONTACT,
    '  return (',
    "  if (import.meta.env.SSR) throw new Error('Broken again');\n  return (",
  );
  onTestFinished(undo);
  await answers('/contact', 'Broken again');
  const page = await openTab();
  const isFixed = Promise.withResolvers<void>();
  await page.route('**/@reload-on-change.js*', async (route) => {
    await isFixed.promise;
    await route.continue();
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Broken again' }).waitFor(SOON);
  await undo();
  await answers('/contact', 'Contact us');
  isFixed.resolve();
  await page.getByRole('heading', { name: 'Contact us' }).waitFor(SOON);
  // While requests are intercepted, the browser cache is off.
  await page.unrouteAll();
});

test('a failed server call shows its location in page and terminal', async () => {
  const undo = await shop.edit(PRODUCT_ROUTES, 'await listProducts(', 'await listNothing(');
  onTestFinished(undo);
  await answers('/products', 'listNothing is not defined');
  expect(await askShop('/products')).toMatch(/products\.routes\.ts:\d+/);
  expect(shop.output()).toMatch(/listNothing is not defined[\s\S]*products\.routes\.ts:\d+/);
});

test('the gallery shows every entry without errors and passes axe in both themes', async () => {
  const page = await openTab();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  for (const theme of ['light', 'dark']) {
    await page.goto(`/dev/gallery/${theme}`);
    await page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme);
    const empty = page.locator('main > section:not(:has(> h2 + *))');
    expect(await empty.allTextContents(), theme).toEqual([]);
    await expect.poll(() => page.locator('main > section').count(), { message: theme }).toBeGreaterThan(20);
    const rules = theme === 'light' ? {} : { rules: COLOUR_RULES };
    expect(await violationsOf(page, rules), theme).toEqual([]);
    for (const name of ['Open dialog', 'Open form dialog', 'Open confirmation', 'Open drawer']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violationsOf(page, { ...rules, within: 'dialog[open]' }), `${theme}: ${name}`).toEqual([]);
      await page.keyboard.press('Escape');
    }
    expect(problems, theme).toEqual([]);
  }
}, 180_000);

test('the gallery shows both themes side by side', async () => {
  const page = await openPage('/dev/gallery');
  for (const theme of ['Light', 'Dark'])
    await page
      .frameLocator(`iframe[title="${theme.toLowerCase()}"]`)
      .getByRole('heading', { name: theme })
      .waitFor(SOON);
  const heading = page.frameLocator('iframe[title="dark"]').getByRole('heading', { name: 'Cart line' });
  // Again if late styles from Vite have shifted the scroll position.
  await vi.waitFor(async () => {
    await page.getByLabel('Go to').selectOption('Cart line');
    expect((await heading.boundingBox())?.y).toBeLessThan(400);
  }, SOON);
});

test('only modules are served besides the shop, neither configuration nor data', async () => {
  for (const path of [
    '/package.json',
    '/data/app-secret',
    '/scripts/dev.ts',
    '/@fs/etc/hostname',
    '/migrations/0001_catalogue.sql',
  ])
    expect(await askShop(path), path).not.toMatch(/"scripts"|^[\w-]{20,}$|import |CREATE TABLE/);
  expect((await fetch(`${shop.url}/@fs/etc/hostname`)).status).toBe(403);
});

test('a plug-in that is added to shop.config.ts is there at once, and follows its files', async () => {
  await shop.add('plugins/hello/web/hello.tsx', PART);
  await shop.add('plugins/hello/plugin.ts', PLUGIN);
  await shop.add(
    'shop.config.ts',
    `import { defineShop } from '#plugin';
import { hello } from './plugins/hello/plugin.ts';

export default defineShop({ plugins: [hello()] });
`,
  );
  await answers('/api/hello', 'first words');
  await answers('/products/1', 'Hello from a plug-in');

  const page = await openPage('/products/1');
  await untilHydrated(page);
  // Vite's client ignores updates of modules that the page is still loading.
  await expect.poll(() => page.getByText('Hello from a plug-in').evaluate(isHydrated)).toBe(true);
  await page.getByRole('button', { name: 'One more' }).first().click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('2');
  await shop.edit('plugins/hello/web/hello.tsx', 'Hello from a plug-in', 'Hello again');
  await page.getByText('Hello again').waitFor();
  // Updated in place: what was chosen is still there.
  await expect.poll(() => page.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('2');
  await leavePage();
  await shop.edit('plugins/hello/plugin.ts', 'first words', 'other words');
  await answers('/api/hello', 'other words');
});

test('a slot may be declared before its file is written', async () => {
  await shop.edit('plugins/hello/plugin.ts', './web/hello.tsx', './web/later.tsx');
  const sentence = 'Plug-in hello: the file ./web/later.tsx of the slot product.belowBuyBox does not exist.';
  await answers('/products/1', sentence);
  await shop.add('plugins/hello/web/later.tsx', PART.replace('Hello from a plug-in', 'Written later'));
  await answers('/products/1', 'Written later');
});

test('a second shop on the same data is refused, and Ctrl-C stops the first', async () => {
  expect(await shop.startAnother()).toContain('Another shop is running on DATA_DIR');
  expect(await shop.interrupt()).toBe(0);
  expect(await fetch(shop.url).catch(() => 'closed')).toBe('closed');
});
