import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { copyRepository } from './copy-repository.ts';
import { type DemoShop, startDemoShop } from './demo-shop.ts';

const ROOT = resolve(import.meta.dirname, '..');
const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');
const CONFIG = `import { defineShop } from '#plugin';
import { greeting } from 'stoa-plugin-greeting';

export default defineShop({ plugins: [greeting()] });
`;

let folder: string;
let copy: string;
let shop: DemoShop;

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

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-package-'));
  copy = join(folder, 'repository');
  await copyRepository(copy);
  await mkdir(join(copy, 'build'));
  await installPackage(join(ROOT, 'test/fixtures/greeting-package'), 'stoa-plugin-greeting');
  await writeFile(join(copy, 'shop.config.ts'), CONFIG);
  await run('node_modules/@react-router/dev/bin.cjs', 'build');
  shop = await startDemoShop(copy);
});
afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('an npm package brings endpoints, refusals and tables', async () => {
  const response = await fetch(`${shop.url}/api/greeting`);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: 'greeting.silent', message: 'Nobody has greeted yet.' });
});

test('an npm package brings pages and parts, which work in the browser', async () => {
  expect(await (await fetch(`${shop.url}/greeting`)).text()).toContain('Greetings from a package');
  const context = await (await sharedBrowser()).newContext({ baseURL: shop.url });
  const page = await context.newPage();
  await page.goto('/products/1');
  const button = page.getByRole('button', { name: /^(Greet|Hello) / });
  // Clicks before the part is hydrated are lost.
  await expect
    .poll(async () => {
      await button.click();
      return button.textContent();
    })
    .toBe('Hello from a package!');
  await context.close();
});
