import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callShop } from './call-shop.ts';
import { type DemoShop, startDemoShop } from './demo-shop.ts';
import { DESKTOP, openShopper, PHONE } from './shopper.ts';
import { violationsOf } from './violations.ts';

/** A shop of its own, because what a merchant composes or switches off changes pages that other tests look at. */
let shop: DemoShop;
beforeAll(async () => {
  shop = await startDemoShop();
});
afterAll(() => shop?.stop());

const openMerchant = async (path: string) => {
  const merchant = await openShopper(DESKTOP, shop.url);
  await merchant.enterBackOffice(path);
  return merchant;
};

const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();

test('a merchant composes the home page, orders it by keyboard and by dragging, publishes it and takes it back', async () => {
  const merchant = await openMerchant('/admin/content');
  const { page } = merchant;
  const rows = page.getByRole('list', { name: 'Sections' }).getByRole('listitem');
  const add = async (label: string) => {
    await page.getByRole('button', { name: 'Add Section' }).click();
    await page.getByRole('dialog').getByRole('button', { name: label }).click();
  };
  await add('Hero');
  await page.getByLabel('Heading', { exact: true }).fill('Winter is warm here');
  await page.getByLabel('Button', { exact: true }).fill('See blankets');
  await page.getByLabel('Leads to').fill('/products');
  await add('Product row');
  await page.getByLabel('Heading', { exact: true }).fill('Just arrived');
  const category = page.getByRole('group', { name: 'Category' });
  await category.getByLabel('Find categories').fill('light');
  await category
    .getByRole('button', { name: /^Add .*light/i })
    .first()
    .click();
  await category.getByRole('button', { name: /^Remove .*light/i }).click();
  await add('Newsletter');
  const preview = page.frameLocator('iframe[title="Preview of the home page"]');
  await preview.getByText('Winter is warm here').waitFor();
  await expect.poll(() => preview.locator('.product-card').count()).toBe(4);
  expect(await violationsOf(page)).toEqual([]);

  // By keyboard: the newsletter before the products.
  await page.getByRole('button', { name: 'Move Newsletter: Letters, rarely up' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Newsletter is now 2 of 3').waitFor();
  // By dragging: the hero to the end.
  await page.getByRole('button', { name: 'Newsletter Letters, rarely' }).click();
  await page.keyboard.press('Enter');
  await rows.first().dragTo(rows.last(), { sourcePosition: { x: 200, y: 20 } });
  const order = () =>
    rows.evaluateAll((all) => all.map((row) => row.textContent?.match(/Hero|Product row|Newsletter/)?.[0]));
  await expect.poll(order).toEqual(['Newsletter', 'Product row', 'Hero']);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Home page published').waitFor();

  const visitor = await openShopper(PHONE, shop.url);
  await visitor.open('/');
  await expect.poll(() => headings(visitor.page)).toEqual(['Letters, rarely', 'Just arrived', 'Winter is warm here']);
  await expect.poll(() => visitor.page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await violationsOf(visitor.page)).toEqual([]);
  await visitor.page.getByRole('main').getByRole('link', { name: 'See blankets' }).click();
  await visitor.page.waitForURL(/\/products$/);
  // Within the shop, without a page load.
  await visitor.page.getByRole('banner').getByRole('link').first().click();
  await expect.poll(() => headings(visitor.page)).toContain('Winter is warm here');

  const useDefault = page.getByRole('button', { name: 'Use default home page' });
  await page.getByRole('button', { name: 'Hero Winter is warm here' }).click();
  await page.getByLabel('Heading', { exact: true }).fill('Not published');
  await useDefault.click();
  const first = page.getByRole('dialog', { name: 'Publish or discard your draft first' });
  await first.getByRole('button', { name: 'OK' }).click();
  expect(await page.getByLabel('Heading', { exact: true }).inputValue()).toBe('Not published');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await page.getByText('Draft discarded').waitFor();

  await useDefault.click();
  await page.getByRole('button', { name: 'Show default' }).click();
  await page.getByText('Default', { exact: true }).waitFor();
  // Visible to everybody within two seconds.
  const reread = async () => {
    await visitor.open('/');
    return headings(visitor.page);
  };
  await expect.poll(reread).toContain('Featured Products');
  expect([...merchant.complaints, ...visitor.complaints]).toEqual([]);
});

test('the suggested sections can be saved as they are; an incomplete one is opened and says what is missing', async () => {
  const { page } = await openMerchant('/admin/content');
  // What the merchant above took back is a draft.
  const sections = page.getByRole('list', { name: 'Sections' }).getByRole('listitem');
  const remove = sections.first().getByRole('button', { name: /^Remove/ });
  const suggest = page.getByRole('button', { name: 'Start with a suggestion' });
  await remove.or(suggest).first().waitFor();
  while (await remove.isVisible()) await remove.click();
  await page.frameLocator('iframe[title="Preview of the home page"]').getByText('No sections yet').waitFor();
  await suggest.click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved').waitFor();
  await page.getByRole('button', { name: 'Add Section' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quote' }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('This field is required.').waitFor();
  await page.getByText('Please correct what is marked below.').waitFor();
  await page.getByLabel('Quote', { exact: true }).fill('They last.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect.poll(() => page.getByText('Incomplete').count()).toBe(0);
});

test('a picture that arrives after its section was closed keeps what was typed meanwhile', async () => {
  const { page } = await openMerchant('/admin/content');
  await page.getByRole('button', { name: 'Add Section' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hero' }).click();
  await page.getByLabel('Heading', { exact: true }).last().fill('Before');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/content/pictures', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByLabel('Choose a picture or drop it here').setInputFiles('public/icon-512.png');
  await page.getByText('Uploading…').waitFor();
  const row = page.getByRole('button', { name: /^Hero Before/ });
  await row.click();
  await row.click();
  await page.getByLabel('Heading', { exact: true }).fill('After');
  release();
  await page.getByLabel('Description of the picture').waitFor();
  expect(await page.getByLabel('Heading', { exact: true }).inputValue()).toBe('After');
});

test('an announcement and own footer links are on every page; a dismissed announcement never flashes again', async () => {
  const merchant = await openMerchant('/admin/content/frame');
  const { page } = merchant;
  await page.getByRole('button', { name: 'Add Announcement' }).click();
  await page.getByLabel('Announcement 1', { exact: true }).fill('Free delivery until Sunday');
  await page.getByLabel('Link', { exact: true }).fill('See products');
  await page.getByLabel('Leads to').fill('/products');
  await page.getByRole('switch', { name: 'Custom links in the header' }).check();
  await page.getByLabel('Label of link 2 of the header').fill('Our story');
  await page.getByRole('switch', { name: 'Custom links in the footer' }).check();
  await page.getByLabel('Label of link 1 of column 2').fill('Questions');
  const suggested = await page
    .locator('datalist')
    .first()
    .locator('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  for (const path of suggested) expect([path, (await page.request.get(path ?? '')).status()]).toEqual([path, 200]);
  await page.getByLabel('Last line').fill('Made in Portland');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Announcements and menus saved').waitFor();

  const visitor = await openShopper(PHONE, shop.url);
  await visitor.open('/faq');
  const bar = visitor.page.getByRole('complementary', { name: 'Announcement' });
  await expect.poll(() => bar.textContent()).toContain('Free delivery until Sunday');
  const own = visitor.page.getByRole('complementary', { name: 'What the shop offers' });
  expect(await own.isVisible()).toBe(false);
  const footer = visitor.page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Questions' }).waitFor();
  await footer.getByText('Made in Portland').waitFor();
  await expect
    .poll(() => visitor.page.getByRole('navigation', { name: 'Main', includeHidden: true }).textContent())
    .toBe('ProductsOur storyContact');
  expect(await violationsOf(visitor.page)).toEqual([]);

  await bar.getByRole('button', { name: 'Dismiss announcement' }).click();
  await own.waitFor();
  // Before any script but the one of the head has run.
  await visitor.page.route('**/*.js', (route) => route.abort());
  await visitor.page.goto('/about');
  expect([await own.isVisible(), await bar.isVisible()]).toEqual([true, false]);
  expect(merchant.complaints).toEqual([]);
});

test('a merchant gives the shop a colour and a logo; a colour that is too light is refused', async () => {
  const merchant = await openMerchant('/admin/theme');
  const { page } = merchant;
  // The menu is longer than the window.
  const link = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Theme' });
  await expect
    .poll(() => link.evaluate((one) => one.getBoundingClientRect().bottom))
    .toBeLessThanOrEqual(DESKTOP.height);
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  const accent = page.getByLabel('Accent', { exact: true });
  await accent.fill('#9adfc0');
  await page.getByText('Too low, 4.5:1 needed').first().waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Some colours are too hard to read. Please change the marked ones.').waitFor();
  await accent.fill('#7a1f5c');
  await page.getByText('Too low, 4.5:1 needed').first().waitFor({ state: 'detached' });
  await page.getByLabel('Logo', { exact: true }).setInputFiles('public/icon-512.png');
  await page.getByRole('button', { name: 'Remove Logo', exact: true }).waitFor();
  await page.getByLabel('Body text', { exact: true }).selectOption('Lora');
  const shownIn = (frame: string) => page.frameLocator(`iframe[title="${frame}"]`).getByText('Shop now');
  await expect
    .poll(() => shownIn('Preview of the theme').evaluate((button) => getComputedStyle(button).backgroundColor))
    .toBe('rgb(122, 31, 92)');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Theme published').waitFor();
  // The back office keeps its own look.
  const accentOf = (of: Page) =>
    of.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
  await page.reload();
  expect(await accentOf(page)).not.toContain('#7a1f5c');

  const visitor = await openShopper(DESKTOP, shop.url);
  const reread = async () => {
    await visitor.open('/');
    return accentOf(visitor.page);
  };
  await expect.poll(reread).toContain('#7a1f5c');
  const home = visitor.page.getByRole('banner').getByRole('link', { name: 'Stoa' });
  await expect
    .poll(() => home.locator('.brand').evaluate((name) => getComputedStyle(name).backgroundImage))
    .toContain('/media/uploads/');
  await expect.poll(() => visitor.page.evaluate(() => document.fonts.check('16px Lora'))).toBe(true);
  expect(await violationsOf(visitor.page)).toEqual([]);

  await page.getByRole('button', { name: 'Back to the default theme' }).click();
  await page.getByRole('button', { name: 'Use default theme' }).click();
  await page.getByText('The shop shows its default theme again').waitFor();
  await expect.poll(reread).not.toContain('#7a1f5c');
  expect(visitor.complaints).toEqual([]);
});

test('the cart says what is missing for free delivery, and again when a coupon takes it below the threshold', async () => {
  const merchant = await openMerchant('/admin');
  const token = await merchant.page.evaluate(() => localStorage.getItem('auth_token'));
  const headers = { authorization: `Bearer ${token}` };
  const settings = await merchant.page.request.get('/api/admin/settings', { headers });
  const { updatedAt: _, updatedBy: __, ...shipping } = (await settings.json()).data.shipping;
  const data = { ...shipping, checkoutShipping: 'methods', freeShippingThreshold: 50 };
  const saved = await merchant.page.request.put('/api/admin/settings/shipping', { headers, data });
  expect(saved.status(), await saved.text()).toBe(200);

  const shopper = await openShopper(PHONE, shop.url);
  const { page } = shopper;
  await shopper.becomeCustomer();
  await shopper.open('/products?search=Daylight%20200');
  await page.getByRole('button', { name: 'Add to Cart: Daylight 200 Colour Film, Three Rolls' }).click();
  await page.getByRole('button', { name: 'View cart' }).click();
  const drawer = page.getByRole('dialog', { name: /^Your cart/ });
  const bar = (words: string) => drawer.getByRole('progressbar', { name: words });
  await bar('$23.01 more for free standard delivery').waitFor();
  await drawer.getByRole('button', { name: /^One more of/ }).click();
  await bar('Standard delivery is free').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const own = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('auth_token'))}` };
  const coupon = await page.request.post('/api/cart/coupon', { headers: own, data: { code: 'WELCOME10' } });
  expect(coupon.status(), await coupon.text()).toBe(200);
  await shopper.open('/products?search=Daylight%20200');
  await page.getByRole('button', { name: 'Add to Cart: Daylight 200 Colour Film, Three Rolls' }).click();
  await page.getByRole('button', { name: 'View cart' }).click();
  await bar('Standard delivery is free').waitFor();
  await drawer.getByRole('button', { name: /^One less of/ }).click();
  await bar('$1.41 more for free standard delivery').waitFor();
  expect(shopper.complaints).toEqual([]);
});

// In this file, because no other test of this shop needs reviews.
test('with reviews switched off, the tab says that the feature is coming, and nothing is requested for it', async () => {
  const { page: admin } = await openMerchant('/admin');
  const headers = { authorization: `Bearer ${await admin.evaluate(() => localStorage.getItem('auth_token'))}` };
  const { data: products } = await callShop<{ data: { slug: string; review_count: number }[] }>(
    '/products?per_page=100',
    { shopUrl: shop.url },
  );
  const slug = products.find(({ review_count }) => review_count > 4)?.slug;
  const data = { revision: 0, values: { isEnabled: false } };
  const saved = await admin.request.put('/api/admin/plugins/reviews/settings', { headers, data });
  expect(saved.status(), await saved.text()).toBe(200);

  const { page, open } = await openShopper(DESKTOP, shop.url);
  await open('/about');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const html = async () => (await fetch(`${shop.url}/products/${slug}`)).text();
  await expect.poll(async () => (await html()).includes('Reviews feature coming soon')).toBe(true);
  await page.goto(`/products/${slug}`);
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await page.getByRole('tabpanel').getByText('Reviews feature coming soon', { exact: true }).waitFor();
  expect(requests.filter((url) => /reviews/.test(url))).toEqual([]);
});

// Keep this test last: it renames the shop.
test('four long links and a long shop name leave room for the search on every screen, and none of them wraps', async () => {
  const { page } = await openMerchant('/admin');
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('auth_token'))}` };
  const change = async (path: string, changed: object) => {
    const { data } = await (await page.request.get(`/api/admin/${path}`, { headers })).json();
    const answer = await page.request.put(`/api/admin/${path}`, { headers, data: { ...data, ...changed } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const labels = ['Repairs & mending', 'Wedding gift lists', 'Trade and business', 'Our workshop diary'];
  await change('content/frame', { header_menu: labels.map((label) => ({ label, to: '/about' })) });
  const { site } = (await (await page.request.get('/api/admin/settings', { headers })).json()).data;
  const { siteName, siteDescription, contactEmail, supportPhone, currency, timezone, language, revision } = site;
  const kept = { siteName, siteDescription, contactEmail, supportPhone, currency, timezone, language, revision };
  const long = { ...kept, siteName: 'Portland Harbour General Store & Mercantile Company' };
  const renamed = await page.request.put('/api/admin/settings/site', { headers, data: long });
  expect(renamed.status(), await renamed.text()).toBe(200);

  const visitor = await openShopper(DESKTOP, shop.url);
  await expect
    .poll(async () => {
      await visitor.open('/contact');
      return visitor.page.title();
    })
    .toContain('Mercantile');
  const links = visitor.page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect.poll(() => links.allTextContents()).toEqual(labels);
  for (let width = 768; width <= 1440; width += width < 1100 ? 40 : 170) {
    for (const screen of width === 1008 ? [1008, 1023, 1024] : [width]) {
      await visitor.page.setViewportSize({ width: screen, height: 800 });
      await expect.poll(() => visitor.page.evaluate(crowdedHeader), { message: `${screen} px` }).toEqual([]);
    }
  }
  await visitor.page.setViewportSize(PHONE);
  await visitor.page.getByRole('button', { name: 'Menu' }).click();
  await visitor.page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Our workshop diary' }).waitFor();
  expect(visitor.complaints).toEqual([]);
});

/** Runs in the page. @returns what in the header and the row below it is off screen, wraps, overlaps or is too small. */
function crowdedHeader(): string[] {
  const parts = [...document.querySelectorAll<HTMLElement>('header :is(a, input, button, summary), .category-bar a')]
    .filter((part) => part.checkVisibility())
    .map((part) => ({
      name: part.getAttribute('aria-label') ?? part.textContent ?? '',
      at: part.getBoundingClientRect(),
    }));
  const areOver = (a: DOMRect, b: DOMRect) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const search = parts.find(({ name }) => name === 'Search products');
  return [
    ...(search && search.at.width >= 160 ? [] : [`search of ${search?.at.width ?? 0} px`]),
    ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : []),
    ...parts.filter(({ at }) => at.height > 56).map(({ name }) => `${name} in two lines`),
    ...parts.filter(({ at }) => at.left < 0 || at.right > innerWidth).map(({ name }) => `${name} outside`),
    ...parts.flatMap((one, index) =>
      parts.slice(index + 1).flatMap((other) => (areOver(one.at, other.at) ? [`${one.name} over ${other.name}`] : [])),
    ),
  ];
}
