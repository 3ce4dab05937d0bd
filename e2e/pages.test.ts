import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ANSWERED_BY_404, GUEST_PAGES } from '../quality/pages.ts';
import { openContext } from './browser.ts';
import { clippedFocusRings, clippedSelects, cutOffTexts } from './clipping.ts';
import { startSecondNode } from './demo-shop.ts';
import { openSlowShop } from './shop-proxy.ts';
import { openShopper } from './shopper.ts';
import { violationsInBothThemes } from './violations.ts';

/** Pages whose stops of the Tab key differ from those of every other page. */
const WITH_OWN_STOPS = ['/', '/products', '/products/1', '/login', '/contact', '/faq', '/shipping'];

/** Pages that load different parts on a desktop and on a phone: both are loaded, and nothing may move meanwhile. */
const LOADED_AT_BOTH_WIDTHS = ['/', '/products', '/products/1', '/cart', '/wishlist', '/login', '/offline'];

/** A header icon moves by a pixel when the font arrives. */
const BY_A_PIXEL = 0.001;
/**
 * While HTML arrives, the browser paints what it has parsed so far: words that are centred beside a picture move when their next line
 * arrives.
 */
const BY_A_LINE = 0.01;

/** Runs in each page before its scripts. What the last piece of HTML moves is reported with the first frame after it. */
function noteParsedAt(): void {
  const note = () => requestAnimationFrame(() => Object.assign(window, { parsedAt: performance.now() }));
  document.addEventListener('readystatechange', () => requestAnimationFrame(note), { once: true });
}

/** The layout shifts without user input since the page began to load (https://web.dev/cls), except the smallest ones. */
const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([byAPixel, byALine]) => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'layout-shift', buffered: true });
      const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[];
      observer.disconnect();
      const { parsedAt = 0 } = window as { parsedAt?: number };
      return shifts
        .filter(({ value, startTime }) => value >= (startTime < parsedAt ? byALine : byAPixel))
        .map(({ value, startTime, sources }) => {
          const moved = sources.map(({ node }) => (node as Element | undefined)?.className ?? node?.nodeName);
          const when = startTime < parsedAt ? 'while the HTML was parsed' : 'later';
          return `${value.toFixed(4)} ${when}: ${moved.join(', ')}`;
        });
    },
    [BY_A_PIXEL, BY_A_LINE] as const,
  );

test.each(GUEST_PAGES)(
  '%s is accessible in both themes, cuts nothing off, never scrolls sideways and has one main heading',
  async (path) => {
    const shopper = await openShopper();
    const { page } = shopper;
    await page.addInitScript(noteParsedAt);
    const setWidth = (width: number) => page.setViewportSize({ width, height: 900 });
    const setFontSize = (fontSize: string) =>
      page.evaluate((size) => Object.assign(document.documentElement.style, { fontSize: size }), fontSize);
    const isLoadedAgain = LOADED_AT_BOTH_WIDTHS.includes(path);
    const load = async (width: number) => {
      await setWidth(width);
      await shopper.open(path);
      await page.evaluate(async () => void (await document.fonts.ready));
      if (!isLoadedAgain) return;
      await page.waitForLoadState('networkidle');
      expect(await shiftsOf(page), `moved while loading at ${width} px`).toEqual([]);
    };
    const checkParts = async (width: number) => {
      expect(await cutOffTexts(page), `cut off at ${width} px`).toEqual([]);
      expect(await clippedSelects(page), `choices at ${width} px`).toEqual([]);
      if (!WITH_OWN_STOPS.includes(path)) return;
      await page.waitForLoadState('networkidle');
      expect(await clippedFocusRings(page), `rings at ${width} px`).toEqual([]);
    };
    const checkOverflow = async (where: string) => {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} at ${where}`).toBeLessThanOrEqual(0);
    };

    await load(390);
    await checkParts(390);
    await checkOverflow('390 px');
    await setWidth(320);
    await checkOverflow('320 px');
    // Text of twice the size (WCAG 1.4.4 and 1.4.10).
    await setFontSize('200%');
    await checkOverflow('320 px with large text');
    expect(await cutOffTexts(page), 'cut off at 320 px with large text').toEqual([]);
    await setFontSize('');

    if (isLoadedAgain) await load(1440);
    else await setWidth(1440);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await checkParts(1440);
    for (const width of [1440, 768, 1920]) {
      await setWidth(width);
      await checkOverflow(`${width} px`);
    }
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
    // Loads what waits for the first interaction.
    await page.mouse.move(200, 200);
    await page.mouse.move(220, 260);
    await page.waitForLoadState('networkidle');
    expect(await violationsInBothThemes(page)).toEqual([]);
    // Also violations of the content security policy.
    const expected = ANSWERED_BY_404.includes(path) ? /404/ : /^$/;
    expect(shopper.complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
  },
);

test.each(['a guest', 'a customer'])('no layout shifts while pages load for %s', async (who) => {
  const shopper = await openShopper();
  const { page } = shopper;
  await page.addInitScript(noteParsedAt);
  if (who === 'a customer') {
    await shopper.open('/login');
    await shopper.logIn('shopper@stoa.test', 'stoa-shopper-demo');
    await page.waitForURL((url) => url.pathname === '/');
  }
  const soldOut = '/products/tether-braided-cable';
  // The test above loads a guest's other pages.
  const own = who === 'a customer' ? [...LOADED_AT_BOTH_WIDTHS, '/dashboard/security'] : ['/admin', '/checkout'];
  for (const path of [soldOut, ...own]) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(await shiftsOf(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test.each([390, 1440])('no layout shifts at %i px while the HTML of a page arrives in pieces', async (width) => {
  let page: Page;
  const untilPainted = () => page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  const context = await openContext({ baseURL: await openSlowShop(untilPainted), viewport: { width, height: 900 } });
  await context.addInitScript(noteParsedAt);
  const moved: string[] = [];
  for (const path of ['/', '/products', '/products/category/2', '/products/tether-braided-cable']) {
    page = await context.newPage();
    await page.goto(path, { waitUntil: 'networkidle' });
    moved.push(...(await shiftsOf(page)).map((shift) => `${path}: ${shift}`));
    await page.close();
  }
  expect(moved).toEqual([]);
});

test('a page loads the common characters of both fonts, and rarer ones when a text has them', async () => {
  // A tab that has loaded a font before reports it for each further page, even unused: it is still in the tab's memory.
  const context = await openContext({ baseURL: inject('shopUrl') });
  const page = await context.newPage();
  const loadedFonts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /([\w-]+)-.{8}\.woff2$/.exec(name)?.[1] ?? [])
        .toSorted(),
    );
  const write = (tag: 'h1' | 'p', text: string) =>
    page
      .locator(`main ${tag}`)
      .first()
      .evaluate((element, written) => element.replaceChildren(written), text);
  await page.goto('/cookies', { waitUntil: 'networkidle' });
  await write('h1', 'Café “Lamp & Co.” – 20% off, from $5!');
  await write('p', 'Mugs for £4 × 2 ~ 21 °C ™');
  await page.evaluate(async () => void (await document.fonts.ready));
  await expect.poll(loadedFonts).toEqual(['fraunces-display', 'inter-text']);

  await write('h1', 'Größe');
  await write('p', 'Göteborg, España');
  await expect
    .poll(loadedFonts)
    .toEqual(['fraunces-display', 'fraunces-display-rest', 'inter-text', 'inter-text-rest']);
  await context.close();
});

test.each([
  '/nothing-here',
  '/products/999999',
  '/products/category/999999',
  '/products/category/lamps',
  '/pages/nothing-here',
  `/pages/${'a'.repeat(150)}`,
  '/blog/%00',
  '/collections/%00',
])('%s is answered with status 404', async (path) => {
  const response = await fetch(new URL(path, inject('shopUrl')));
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('text/html');
});

test('pages have the same ETag on two nodes, so that a browser or CDN that was sent one by the other need not load it again', async () => {
  const [url, dataDir] = [inject('shopUrl'), inject('shopDataDir')];
  const second = await startSecondNode({ url, dataDir });
  onTestFinished(() => second.stop());
  for (const path of ['/', '/about', '/products', '/products/1', '/collections', '/collections/the-home-office']) {
    const known = { etag: '' };
    // Other tests may be changing what a page shows.
    const statusOfKnown = async () => {
      known.etag = String((await fetch(url + path)).headers.get('etag'));
      return (await fetch(second.origin + path, { headers: { 'if-none-match': known.etag } })).status;
    };
    await expect.poll(statusOfKnown, { message: path }).toBe(304);
    expect(known.etag).toMatch(/^W\/"[\w-]{20,}"$/);
  }
});

test('home, list, search and product work without scripts', async () => {
  const context = await openContext({ javaScriptEnabled: false, baseURL: inject('shopUrl') });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'View All Products' }).click();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  await page.goto('/products?search=camera');
  await page.getByRole('heading', { name: 'Pocket 35 Film Camera' }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Pocket 35 Film Camera' }).waitFor();
  await page.getByText('$265.00').first().waitFor();
  await context.close();
});

test('pages that do not work without scripts say so', async () => {
  const context = await openContext({ javaScriptEnabled: false, baseURL: inject('shopUrl') });
  const page = await context.newPage();
  for (const path of ['/login', '/register', '/forgot-password', '/wishlist', '/checkout', '/dashboard', '/admin']) {
    await page.goto(path);
    const notes = await page.locator('noscript .banner').allInnerTexts();
    expect(notes, path).toEqual(['This page needs JavaScript. Please enable it in your browser.']);
    expect(await page.getByRole('button', { name: 'Subscribe' }).count(), path).toBe(0);
  }
  await context.close();
});

test('checkout works by keyboard alone', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.becomeCustomer();
  await shopper.open('/');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await shopper.open('/products?search=Pocket+35+Film+Camera');
  await page.getByRole('button', { name: 'Add to Cart: Pocket 35 Film Camera' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Product added to cart!').waitFor();
  await shopper.open('/checkout');
  await page.getByLabel('Full name').focus();
  for (const text of ['Ada Marlowe', '12 Harbour Lane', '', 'Portland', 'ME', '04101']) {
    if (text) await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Proceed to Payment' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Card number').focus();
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  expect(await shopper.orderNumber()).toMatch(/^ORD-/);
});
