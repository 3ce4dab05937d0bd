import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { type DevelopmentShop, startDevelopmentShop } from './development-shop.ts';
import { untilHydrated } from './shopper.ts';

const PLUGIN = `import { answer, defineEndpoints, definePlugin } from '#plugin';
import { z } from 'zod';

export const hello = () =>
  definePlugin({
    name: 'hello',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract: defineEndpoints({ 'GET /hello': { access: 'public', summary: 'Says hello', data: z.string() } }),
    handlers: () => ({ 'GET /hello': async () => answer('first words') }),
    storefront: { slots: { 'product.belowBuyBox': './web/hello.tsx' } },
  });
`;
const PART = `export default function Hello() {
  return <p>Hello from a plug-in</p>;
}
`;

let shop: DevelopmentShop;
beforeAll(async () => {
  shop = await startDevelopmentShop();
});
afterAll(async () => {
  await shop?.interrupt();
  await shop?.remove();
});

const read = async (path: string) => (await fetch(shop.url + path)).text();

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
  await expect.poll(() => read('/api/hello'), { timeout: 30_000 }).toContain('first words');
  await expect.poll(() => read('/products/1'), { timeout: 30_000 }).toContain('Hello from a plug-in');

  const page = await (await (await sharedBrowser()).newContext()).newPage();
  await page.goto(`${shop.url}/products/1`);
  await page.getByText('Hello from a plug-in').waitFor();
  await untilHydrated(page);
  await page.getByRole('button', { name: 'One more' }).first().click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('2');
  await shop.edit('plugins/hello/web/hello.tsx', 'Hello from a plug-in', 'Hello again');
  await page.getByText('Hello again').waitFor();
  // Updated in place: what was chosen is still there.
  await expect.poll(() => page.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('2');
  await page.context().close();

  await shop.edit('plugins/hello/plugin.ts', 'first words', 'other words');
  await expect.poll(() => read('/api/hello'), { timeout: 30_000 }).toContain('other words');
});

test('a slot may be declared before its file is written', async () => {
  await shop.edit('plugins/hello/plugin.ts', './web/hello.tsx', './web/later.tsx');
  const sentence = 'Plug-in hello: the file ./web/later.tsx of the slot product.belowBuyBox does not exist.';
  await expect.poll(() => read('/products/1'), { timeout: 30_000 }).toContain(sentence);
  await shop.add('plugins/hello/web/later.tsx', PART.replace('Hello from a plug-in', 'Written later'));
  await expect.poll(() => read('/products/1'), { timeout: 30_000 }).toContain('Written later');
});
