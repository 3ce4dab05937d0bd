import { expect, inject, onTestFinished, test } from 'vitest';
import { ANSWERED_BY_404, GUEST_PAGES } from '../quality/pages.ts';
import { openContext } from './browser.ts';
import { clippedFocusRings, clippedSelects, cutOffTexts } from './clipping.ts';
import { startSecondNode } from './demo-shop.ts';
import { openShopper } from './shopper.ts';
import { violationsInBothThemes } from './violations.ts';

/** Pages whose stops of the Tab key differ from those of every other page. */
const WITH_OWN_STOPS = ['/', '/products', '/products/1', '/login', '/contact', '/faq', '/shipping'];

/** Texts and forms that load the same at every width: loaded on a phone and resized instead of loaded again. */
const SAME_AT_EVERY_WIDTH = [
  '/register',
  '/forgot-password',
  '/reset-password?token=used',
  '/verify-email?token=used',
  '/undo-email-change?token=used',
  '/delete-account?token=used',
  '/newsletter?token=used',
  '/about',
  '/returns',
  '/privacy',
  '/terms',
  '/cookies',
  '/accessibility',
  '/offline',
  '/nothing-here',
  '/alerts/confirm',
  '/alerts/stop',
];

test.each(GUEST_PAGES)(
  '%s is accessible in both themes, cuts nothing off, never scrolls sideways and has one main heading',
  async (path) => {
    const shopper = await openShopper();
    const { page } = shopper;
    const setWidth = (width: number) => page.setViewportSize({ width, height: 900 });
    const setFontSize = (fontSize: string) =>
      page.evaluate((size) => Object.assign(document.documentElement.style, { fontSize: size }), fontSize);
    const load = async () => {
      await shopper.open(path);
      await page.evaluate(async () => void (await document.fonts.ready));
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

    await setWidth(390);
    await load();
    await checkParts(390);
    await checkOverflow('390 px');
    await setWidth(320);
    await checkOverflow('320 px');
    // Text of twice the size (WCAG 1.4.4 and 1.4.10).
    await setFontSize('200%');
    await checkOverflow('320 px with large text');
    expect(await cutOffTexts(page), 'cut off at 320 px with large text').toEqual([]);
    await setFontSize('');

    await setWidth(1440);
    if (SAME_AT_EVERY_WIDTH.includes(path)) await page.evaluate(() => new Promise(requestAnimationFrame));
    else await load();
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

/** Records layout shifts without user input (https://web.dev/cls), from the first paint on. */
function watchShifts(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
      // A header icon that moves by a pixel when the font arrives.
      if (entry.value < 0.001) continue;
      const moved = entry.sources.map(({ node }) => (node as Element | undefined)?.className ?? node?.nodeName);
      shifts.push(`${entry.value.toFixed(4)}: ${moved.join(', ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

test.each(['a guest', 'a customer'])('no layout shifts while loading %s', async (who) => {
  const shopper = await openShopper();
  const { page } = shopper;
  if (who === 'a customer') {
    await shopper.open('/login');
    await shopper.logIn('shopper@stoa.test', 'stoa-shopper-demo');
    await page.waitForURL((url) => url.pathname === '/');
  }
  await page.addInitScript(watchShifts);
  const own = who === 'a customer' ? ['/dashboard/security'] : ['/admin', '/checkout'];
  const soldOut = '/products/tether-braided-cable';
  for (const path of ['/', '/products', '/products/1', soldOut, '/cart', '/wishlist', '/login', '/offline', ...own]) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path, { waitUntil: 'networkidle' });
      const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
      expect(shifts, `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('a page loads the common characters of both fonts, and rarer ones when a text has them', async () => {
  const { page, open } = await openShopper();
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
  await open('/cookies');
  await write('h1', 'Café “Lamp & Co.” – 20% off, from $5!');
  await write('p', 'Mugs for £4 × 2 ~ 21 °C ™');
  await page.evaluate(async () => void (await document.fonts.ready));
  await expect.poll(loadedFonts).toEqual(['fraunces-display', 'inter-text']);

  await write('h1', 'Größe');
  await write('p', 'Göteborg, España');
  await expect
    .poll(loadedFonts)
    .toEqual(['fraunces-display', 'fraunces-display-rest', 'inter-text', 'inter-text-rest']);
});

test.each(['/nothing-here', '/products/999999', '/products/category/999999', '/products/category/lamps'])(
  '%s is answered with status 404',
  async (path) => {
    const response = await fetch(new URL(path, inject('shopUrl')));
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
  },
);

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
