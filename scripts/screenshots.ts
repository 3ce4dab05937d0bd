import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from '../e2e/browser.ts';
import { startDemoShop } from '../e2e/demo-shop.ts';
import { signIn } from '../quality/sign-in.ts';
import { ROOT } from './find-node.mjs';

/**
 * Takes the screenshots of the README again: `npm run screenshots`. It starts a demo shop of its own on loopback, and stops
 * it whatever happens.
 */
const PICTURES = join(ROOT, 'docs/pictures');
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** As wide as the README shows them. */
const SHOWN_WIDTH = 1200;
const TIMEOUT_MS = 30_000;
const LIMIT_MS = 5 * 60_000;

interface Screenshot {
  readonly file: string;
  readonly path: string;
  /** The page is complete when this is visible. */
  readonly sign: string;
  readonly viewport: typeof DESKTOP;
  readonly theme: 'light' | 'dark';
  readonly account?: 'admin';
}

const SCREENSHOTS: readonly Screenshot[] = [
  { file: 'home', path: '/', sign: '.carousel img', viewport: DESKTOP, theme: 'light' },
  {
    file: 'product-dark',
    path: '/products/round-stoneware-teapot',
    sign: '.gallery img',
    viewport: DESKTOP,
    theme: 'dark',
  },
  {
    file: 'back-office',
    path: '/admin/analytics',
    sign: '.chart-bars',
    viewport: DESKTOP,
    theme: 'light',
    account: 'admin',
  },
  { file: 'list-phone', path: '/products/category/3', sign: '.product-card img', viewport: PHONE, theme: 'light' },
];

/** Charts, fonts and all pictures of the first screen are there. */
async function untilComplete(page: Page, sign: string): Promise<void> {
  await page.locator(sign).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() =>
    [...document.images].every(
      ({ complete, loading, naturalWidth }) => loading === 'lazy' || (complete && naturalWidth > 0),
    ),
  );
  await page.evaluate(() => document.fonts.ready);
}

async function take(
  browser: Browser,
  url: string,
  { file, path, sign, viewport, theme, account }: Screenshot,
): Promise<void> {
  const context = await browser.newContext({ baseURL: url, viewport, colorScheme: theme, reducedMotion: 'reduce' });
  try {
    context.setDefaultTimeout(TIMEOUT_MS);
    if (account) {
      const token = await signIn(url, account);
      await context.addInitScript((value) => localStorage.setItem('auth_token', value), token);
    }
    const page = await context.newPage();
    await page.goto(path);
    await untilComplete(page, sign);
    const picture = sharp(await page.screenshot()).resize({ width: SHOWN_WIDTH, withoutEnlargement: true });
    await picture.webp({ quality: 82, effort: 6 }).toFile(join(PICTURES, `${file}.webp`));
    process.stdout.write(`docs/pictures/${file}.webp\n`);
  } finally {
    await context.close();
  }
}

setTimeout(() => {
  process.stderr.write('The screenshots took too long.\n');
  process.exit(1);
}, LIMIT_MS).unref();
const shop = await startDemoShop();
try {
  const browser = await launchBrowser();
  try {
    for (const screenshot of SCREENSHOTS) await take(browser, shop.url, screenshot);
  } finally {
    await browser.close();
  }
} finally {
  await shop.stop();
}
