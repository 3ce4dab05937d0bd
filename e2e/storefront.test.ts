import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, inject, test } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { DESKTOP, openShopper, type Shopper, settlesAt } from './shopper.ts';

let shopper: Shopper;
let page: Page;
beforeEach(async () => {
  shopper = await openShopper();
  page = shopper.page;
});

interface ListedProduct {
  readonly id: number;
  readonly name: string;
  readonly price: string;
  readonly sale_price: string | null;
  readonly stock: number;
  readonly has_variants: boolean;
}

/** The first product that matches. */
async function aProduct(isSuch: (product: ListedProduct) => boolean): Promise<ListedProduct> {
  for (let page = 1; page <= 3; page += 1) {
    const response = await fetch(`${inject('shopUrl')}/api/products?per_page=100&page=${page}`);
    const { data } = (await response.json()) as { data: { data: ListedProduct[] } };
    const found = data.data.find(isSuch);
    if (found) return found;
  }
  throw new Error('The demo shop has no such product.');
}

const isAt = (path: string) => page.waitForURL((url) => url.pathname === path);

/** Target of each link below an element, by name. */
const linksOf = (place: ReturnType<Page['locator']>): Promise<Record<string, string | null>> =>
  place
    .getByRole('link')
    .evaluateAll((links) =>
      Object.fromEntries(
        links.map((link) => [link.getAttribute('aria-label') ?? link.textContent.trim(), link.getAttribute('href')]),
      ),
    );

test('home: three slides, at most six categories and eight products, four promises and the line with count and error', async () => {
  await shopper.open('/');
  const main = page.getByRole('main');
  const slides = page.locator('[aria-roledescription=slide]');
  await expect
    .poll(() => slides.evaluateAll((all) => all.map((slide) => slide.getAttribute('aria-label'))))
    .toEqual(['Welcome, 1 of 3', 'Free Shipping, 2 of 3', 'Secure Payments, 3 of 3']);
  const highlights = await page
    .getByRole('region', { name: 'Highlights' })
    .locator('a')
    .evaluateAll((links) => links.map((link) => `${link.textContent?.trim()} ${link.getAttribute('href')}`));
  expect(highlights).toEqual(
    expect.arrayContaining(['Shop Now /products', expect.stringMatching(/^Learn More .*\/about$/)]),
  );
  const categories = Object.values(await linksOf(main.getByRole('region', { name: 'Shop by Category' })));
  expect(categories).toEqual([1, 2, 3, 4, 5].map((id) => `/products/category/${id}`));
  const featured = main.getByRole('region', { name: 'Featured Products' });
  await expect.poll(() => featured.locator('.product-card').count()).toBe(8);
  const tee = featured.getByRole('article').filter({ hasText: 'Everyday Heavy Cotton Tee' });
  await expect
    .poll(() => tee.getByRole('listitem').allTextContents())
    .toEqual(['Colour: Chalk, Sage, Ink, Clay', 'Size: XS, S, M, L, XL, XXL']);
  await tee.getByRole('img', { name: /^Rated \d\.\d out of 5, \d+ reviews?$/ }).waitFor();
  await featured.getByText('Featured products: 8. Error: none.').waitFor();
  const promises = main.getByRole('region', { name: 'What you can rely on' }).getByRole('heading');
  await expect
    .poll(() => promises.allTextContents())
    .toEqual(['Free shipping', '30-day returns', 'Secure payment', '24/7 support']);
  await page.getByText('Support Mon-Fri 9:00 AM-6:00 PM EST').first().waitFor();
  await featured.getByRole('link', { name: 'View All Products' }).click();
  await isAt('/products');
});

test('internal links keep the document and do not duplicate history entries', async () => {
  await shopper.open('/contact');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const header = page.getByRole('banner');
  const about = header.getByRole('link', { name: 'About' });
  await about.click();
  await isAt('/about');
  await expect.poll(() => about.getAttribute('aria-current')).toBe('page');
  const steps = await page.evaluate(() => history.length);
  await about.click();
  await header.getByRole('link', { name: 'Products' }).click();
  await isAt('/products');
  await expect.poll(() => page.evaluate(() => [history.length, 'isSameDocument' in window])).toEqual([steps + 1, true]);
  await page.goBack();
  await isAt('/about');
  await page.goBack();
  await isAt('/contact');
  // From the browser itself: Playwright does not report every tab that opens.
  const session = await (await sharedBrowser()).newBrowserCDPSession();
  const openTabs = async () => (await session.send('Target.getTargets')).targetInfos.map(({ url }) => url);
  expect(await openTabs()).not.toContain(`${inject('shopUrl')}/about`);
  await about.click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(openTabs).toContain(`${inject('shopUrl')}/about`);
  await session.detach();
  await isAt('/contact');
});

test('header and footer link everywhere, for guests and signed-in visitors', async () => {
  await shopper.open('/contact');
  const header = page.getByRole('banner');
  expect(await linksOf(header)).toMatchObject({
    Stoa: '/',
    Products: '/products',
    About: '/about',
    Contact: '/contact',
    'Cart, 0 items': '/cart',
    Login: '/login',
    'Sign Up': '/register',
  });
  expect(Object.values(await linksOf(header))).not.toContain('/wishlist');
  // The narrowest screen with the full header: the search shrinks, not the shop's name or a button.
  await page.setViewportSize({ width: 1024, height: 768 });
  const wide = await header.locator('.brand').evaluate((brand) => brand.getBoundingClientRect().width);
  await page.setViewportSize(DESKTOP);
  await expect.poll(() => header.locator('.brand').evaluate((brand) => brand.getBoundingClientRect().width)).toBe(wide);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(async () => (await header.getByRole('link', { name: 'Sign Up' }).boundingBox())?.height).toBe(44);
  await page.setViewportSize(DESKTOP);
  await page.mouse.wheel(0, 600);
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('textbox', { name: 'Letters, rarely' }).waitFor();
  const places = await linksOf(footer);
  expect(places).toMatchObject({
    Home: '/',
    Products: '/products',
    About: '/about',
    Contact: '/contact',
    FAQ: '/faq',
    Electronics: '/products?category=1',
    Clothing: '/products?category=2',
    Books: '/products?category=3',
    'Home & Garden': '/products?category=4',
    Sports: '/products?category=5',
  });
  for (const name of [
    'Track Order',
    'Returns',
    'Shipping Info',
    'Size Guide',
    'Support',
    'Privacy',
    'Terms',
    'Cookies',
  ])
    expect(Object.keys(places)).toContain(name);

  await header.getByRole('link', { name: 'Sign Up' }).click();
  await isAt('/register');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await shopper.register();
  await header.getByRole('link', { name: 'Wishlist, 0 items' }).waitFor();
  await header.getByText('Ada Marlowe').first().click();
  await header.getByRole('link', { name: 'Orders' }).waitFor();
  expect(await linksOf(header)).toMatchObject({
    Dashboard: '/dashboard',
    Profile: '/dashboard/profile',
    Orders: '/dashboard/orders',
  });
  await header.getByRole('button', { name: 'Logout' }).click();
  await settlesAt(page, '/');
  await header.getByRole('link', { name: 'Login' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  await shopper.open('/nothing-here');
  await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
  await page.getByText('This page is under development.').waitFor();
});

test('a product: breadcrumb, facts, four tabs, and a quantity within the stock', async () => {
  const { id } = await aProduct(({ stock, has_variants }) => stock > 0 && !has_variants);
  const read = await fetch(`${inject('shopUrl')}/api/products/${id}`);
  const { product } = ((await read.json()) as { data: { product: Record<string, never> } }).data;
  const { sku, brand, stock, category, specifications } = product as unknown as {
    sku: string;
    brand: string;
    stock: number;
    category: { id: number; name: string };
    specifications: Record<string, string>;
  };
  await shopper.open(`/products/${id}`);
  expect(await linksOf(page.getByRole('navigation', { name: 'Breadcrumb' }))).toMatchObject({
    Home: '/',
    Products: '/products',
    [category.name]: `/products?category=${category.id}`,
  });
  const main = page.getByRole('main');
  for (const text of [sku, brand, category.name]) await main.getByText(text).first().waitFor();
  const quantity = main.getByRole('textbox', { name: 'Quantity' });
  for (const [typed, shown] of [
    ['abc', '1'],
    ['0', '1'],
    ['99999', String(stock)],
  ] as const) {
    await quantity.fill(typed);
    await quantity.blur();
    await expect.poll(() => quantity.inputValue()).toBe(shown);
  }

  const tabs = main.getByRole('tab');
  await expect
    .poll(() => tabs.allTextContents())
    .toEqual(['Description', 'Specifications', 'Reviews', 'Shipping & Returns']);
  await expect.poll(() => main.getByRole('tab', { selected: true }).textContent()).toBe('Description');
  await main.getByRole('tab', { name: 'Specifications' }).click();
  const [key = ''] = Object.keys(specifications);
  const capitalised = key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');
  await main.getByRole('rowheader', { name: capitalised, exact: true }).waitFor();
  await main.getByRole('tab', { name: 'Reviews' }).click();
  // The demo shop has reviews; the text without them is in content-home.test.ts.
  await main.getByText('Log in to write a review', { exact: true }).waitFor();
  await main.getByRole('tab', { name: 'Shipping & Returns' }).click();
  for (const text of ['Free standard shipping on orders over $50', 'Delivery in 3-5 business days', '30-day returns'])
    await main.getByText(text).first().waitFor();

  const related = main.getByRole('region', { name: 'Related Products' }).locator('h3 a');
  await expect.poll(() => related.count()).toBe(4);
  for (const link of await related.all())
    await expect.poll(() => link.getAttribute('href')).toMatch(/^\/products\/\d+$/);

  await main.getByRole('button', { name: 'Buy Now' }).click();
  await isAt('/login');
});

test('a product on sale: badge, both prices and the saving, with pictures of the right size', async () => {
  const { id, price, sale_price } = await aProduct(
    (product) => product.sale_price !== null && product.stock > 0 && !product.has_variants,
  );
  await shopper.open(`/products/${id}`);
  const main = page.getByRole('main');
  await main.getByText('Sale', { exact: true }).first().waitFor();
  await expect.poll(() => main.locator('.product-panel .price').first().textContent()).toContain(`$${sale_price}`);
  await expect.poll(() => main.locator('.product-panel .price s').first().textContent()).toBe(`$${price}`);
  const saved = ((Number(price) * 100 - Number(sale_price) * 100) / 100).toFixed(2);
  await main.getByText(`Save $${saved}`, { exact: true }).waitFor();
  const sizeOf = async (element: Locator) => {
    const box = await element.boundingBox();
    return { width: box?.width, height: box?.height };
  };
  await expect.poll(() => sizeOf(main.getByRole('button', { name: /^Zoom: / }))).toMatchObject({ height: 500 });
  const thumbnail = main.getByRole('list', { name: 'Pictures' }).getByRole('button').first();
  await expect.poll(() => sizeOf(thumbnail)).toEqual({ width: 80, height: 80 });

  const featured = await fetch(`${inject('shopUrl')}/api/products/featured`);
  const [first] = ((await featured.json()) as { data: [{ id: number }] }).data;
  await shopper.open(`/products/${first.id}`);
  await main.getByText('Featured', { exact: true }).first().waitFor();
});

test('a sold-out product cannot be bought, and a failed picture has a placeholder', async () => {
  const { id, name } = await aProduct(({ stock, has_variants }) => stock === 0 && !has_variants);
  await page.route('**/media/**', (route) => route.abort());
  await shopper.open(`/products?search=${encodeURIComponent(name)}`);
  const card = page.locator('.product-card', { has: page.getByRole('heading', { name, exact: true }) });
  await expect.poll(() => card.getByRole('button', { name: `Out of stock: ${name}` }).isDisabled()).toBe(true);
  await expect.poll(() => card.locator('img').getAttribute('src')).toMatch(/placeholder-product/);
  await shopper.open(`/products/${id}`);
  for (const button of ['Add to Cart', 'Buy Now'])
    await expect.poll(() => page.getByRole('button', { name: button, exact: true }).isDisabled()).toBe(true);
  await page.getByText('Out of Stock', { exact: true }).first().waitFor();
});

/** Holds a page before hydration; the returned function lets its scripts load. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('input before hydration is replayed, and no password is put into the URL', async () => {
  const early = await openShopper();
  const { page } = early;
  const letProductsLive = await holdScripts(page);
  await page.goto('/products', { waitUntil: 'commit' });
  await page.getByLabel('Sort by').selectOption('price.asc');
  await page
    .getByRole('button', { name: /^Add to wishlist: / })
    .first()
    .click();
  letProductsLive();
  await page.waitForURL(/sortBy=price/);
  await page.getByText('Please login to add items to wishlist').waitFor();

  const letLoginLive = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill('shopper@stoa.test');
  await page.getByLabel('Password', { exact: true }).fill('stoa-shopper-demo');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  expect(page.url()).toMatch(/\/login$/);
  letLoginLive();
  await page.waitForURL((url) => url.pathname === '/');
  expect(early.complaints).toEqual([]);
});
