import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from '../e2e/browser.ts';
import { startDemoShop } from '../e2e/demo-shop.ts';
import { pagesByVisitor, type Visitor } from '../quality/pages.ts';
import { anOrder, goShopping, signIn } from '../quality/sign-in.ts';
import { ROOT } from './find-node.mjs';
import { readOptions } from './read-options.ts';

const USAGE = `Takes screenshots of a demo shop of its own on loopback:
  npm run screenshots                   the ones of the README
  npm run screenshots -- --all          every page in both themes and at four widths, into test-results/screenshots
  npm run screenshots -- --all cart     only pages whose address contains the word`;

const { values: options, positionals: words } = readOptions(USAGE, {
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const REVIEW = join(ROOT, 'test-results/screenshots');
const WIDTHS = [390, 820, 1440, 1920];
const THEMES = ['light', 'dark'] as const;
const PICTURES = join(ROOT, 'docs/pictures');
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** As wide as the README shows them. */
const SHOWN_WIDTH = 1200;
const TIMEOUT_MS = 30_000;
const LIMIT_MS = options.all ? 60 * 60_000 : 5 * 60_000;

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

/** Pictures load when they come into view. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    scrollTo(0, 0);
  });
}

/** Returns bars at the lower edge of the window to the flow: they would cover the middle of a screenshot of the whole page. */
async function releaseBars(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const { position, bottom } = getComputedStyle(element);
      const { top, height } = element.getBoundingClientRect();
      const isAtLowerEdge = position === 'fixed' && height > 0 && top > innerHeight / 2;
      if (isAtLowerEdge || (position === 'sticky' && bottom !== 'auto')) element.style.position = 'static';
    }
  });
}

const nameOf = (path: string) => path.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '') || 'home';

/** Whole pages, as `guest/products-1-390-dark.png`. A page that fails is reported, and the others are still taken. */
async function takeAll(browser: Browser, url: string): Promise<void> {
  const tokens = { guest: undefined, shopper: await signIn(url, 'shopper'), admin: await signIn(url, 'admin') };
  await goShopping(url, tokens.shopper);
  const pages = Object.entries(pagesByVisitor(await anOrder(url, tokens.shopper))) as [Visitor, readonly string[]][];
  for (const [visitor, paths] of pages) {
    const wanted = paths.filter((path) => words.every((word) => path.includes(word)));
    await mkdir(join(REVIEW, visitor), { recursive: true });
    for (const theme of THEMES) {
      const context = await browser.newContext({ baseURL: url, colorScheme: theme, reducedMotion: 'reduce' });
      context.setDefaultTimeout(TIMEOUT_MS);
      const token = tokens[visitor];
      if (token) await context.addInitScript((value) => localStorage.setItem('auth_token', value), token);
      const page = await context.newPage();
      for (const path of wanted) {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(path).catch((error: unknown) => process.stderr.write(`${path}: ${String(error)}\n`));
          await scrollThrough(page);
          await page.waitForLoadState('networkidle').catch(() => undefined);
          await releaseBars(page);
          const file = join(visitor, `${nameOf(path)}-${width}-${theme}.png`);
          await sharp(await page.screenshot({ fullPage: true }))
            .png({ palette: true })
            .toFile(join(REVIEW, file));
          process.stdout.write(`test-results/screenshots/${file}\n`);
        }
      }
      await context.close();
    }
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
    if (options.all) await takeAll(browser, shop.url);
    else for (const screenshot of SCREENSHOTS) await take(browser, shop.url, screenshot);
  } finally {
    await browser.close();
  }
} finally {
  await shop.stop();
}
