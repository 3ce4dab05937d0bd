import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';
import { ADMIN, DESKTOP, openShopper, PHONE } from './shopper.ts';

const MAYA = { email: 'shopper@stoa.test', password: 'stoa-shopper-demo' };

interface ListedProduct {
  readonly id: number;
  readonly slug: string;
  readonly average_rating: string;
  readonly review_count: number;
}

async function visit(path: string, options: { token?: string; viewport?: typeof DESKTOP } = {}): Promise<Page> {
  const { page, remember } = await openShopper(options.viewport ?? DESKTOP);
  if (options.token) await remember('auth_token', options.token);
  await page.goto(path);
  return page;
}

async function api<D>(path: string, { token, method, body }: { token?: string; method?: string; body?: object } = {}) {
  const response = await fetch(`${inject('shopUrl')}/api${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, message } = (await response.json()) as { data: D; message: string };
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${message}`);
  return data;
}

const logIn = async (account: object) => (await api<{ token: string }>('/auth/login', { body: account })).token;

async function byReviews(): Promise<{ readonly most: ListedProduct; readonly least: ListedProduct }> {
  const pages = await Promise.all(
    [1, 2].map((page) => api<{ data: ListedProduct[] }>(`/products?per_page=100&page=${page}`)),
  );
  const sorted = pages.flatMap(({ data }) => data).toSorted((a, b) => b.review_count - a.review_count);
  const [most, least] = [sorted[0], sorted.at(-1)];
  if (!most || !least) throw new Error('The demo shop has no products');
  return { most, least };
}
/** The id of a product that a customer has bought and not reviewed yet. */
async function boughtProduct(token: string): Promise<number> {
  const { orders } = await api<{ orders: { status: string; items: { product_id: number }[] }[] }>('/account/data', {
    token,
  });
  const bought = orders.filter(({ status }) => status === 'delivered').flatMap(({ items }) => items);
  let productId = 0;
  for (const item of bought) {
    const own = await api<{ has_bought: boolean; review: unknown }>(`/reviews/own/${item.product_id}`, { token });
    if (own.has_bought && own.review === null) productId = item.product_id;
  }
  return productId;
}

const mostReviewed = async () => (await byReviews()).most;

const openTab = (page: Page) => page.getByRole('tab', { name: 'Reviews' }).click();

test('reviews are in the page for readers without scripts and for search engines, as many as the rating says', async () => {
  const { slug, id, average_rating, review_count } = await mostReviewed();
  expect(review_count).toBeGreaterThan(4);
  const { data } = await api<{ data: { title: string; stars: number }[] }>(`/reviews/products/${id}?per_page=100`);
  expect(data).toHaveLength(review_count);
  const average = data.reduce((sum, { stars }) => sum + stars, 0) / review_count;
  expect(average.toFixed(2)).toBe(Number(average_rating).toFixed(2));
  const html = await (await fetch(`${inject('shopUrl')}/products/${slug}`)).text();
  for (const { title } of data.slice(0, 6)) expect(html).toContain(title.replaceAll("'", '&#x27;'));
  expect(html).toContain('"@type":"AggregateRating"');
  expect(html).toContain('"@type":"Review"');
});

test('a visitor sees the distribution, shows reviews by stars and sorts them', async () => {
  const { slug } = await mostReviewed();
  const page = await visit(`/products/${slug}`, { viewport: PHONE });
  await openTab(page);
  const reviews = page.getByRole('region', { name: 'Reviews', exact: true }).getByRole('article');
  await reviews.first().waitFor();
  // Rendered in the browser only: from here on, everything in the tab works.
  await page.getByRole('link', { name: 'Log in to write a review' }).waitFor();
  await page.getByLabel('Sort reviews').selectOption('lowest');
  await page.getByRole('button', { name: /^5 stars: \d+ reviews?$/ }).click();
  await page.getByText(/^\d+ reviews? with 5 stars$/).waitFor();
  await expect
    .poll(
      async () =>
        new Set(
          await reviews
            .getByRole('img', { name: /out of 5 stars/ })
            .evaluateAll((all) => all.map((stars) => stars.getAttribute('aria-label'))),
        ),
    )
    .toEqual(new Set(['5 out of 5 stars']));
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

test('“Try again” after a failed filter shows the filtered reviews only', async () => {
  const { slug } = await mostReviewed();
  const page = await visit(`/products/${slug}`);
  await openTab(page);
  const reviews = page.getByRole('region', { name: 'Reviews', exact: true }).getByRole('article');
  await reviews.first().waitFor();
  await page.getByRole('link', { name: 'Log in to write a review' }).waitFor();
  await page.getByRole('button', { name: 'Show more reviews' }).click();
  await expect.poll(() => reviews.count()).toBeGreaterThan(6);
  await page.route('**/api/reviews/products/**', (route) => route.abort());
  await page.getByRole('button', { name: /^5 stars: \d+ reviews?$/ }).click();
  await page.getByText('The reviews could not be loaded.').waitFor();
  await page.unroute('**/api/reviews/products/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/^\d+ reviews? with 5 stars$/).waitFor();
  await reviews.first().waitFor();
  const stars = await reviews
    .getByRole('img', { name: /out of 5 stars/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  expect(new Set(stars)).toEqual(new Set(['5 out of 5 stars']));
});

test('a customer reviews what she bought, by keyboard and with a picture; the merchant publishes it and replies', async () => {
  const token = await logIn(MAYA);
  const productId = await boughtProduct(token);
  const page = await visit(`/products/${productId}`, { token });
  await openTab(page);
  await page.getByRole('button', { name: 'Write a review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send review' }).click();
  await dialog.getByText('Please choose from one to five stars.').waitFor();
  await dialog.getByRole('radio', { name: '1 star', exact: true }).focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => dialog.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true);
  await dialog.getByLabel('Title').fill('Good company');
  await dialog.getByLabel('Your review').fill('It has moved with me twice.');
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#806040' } })
    .png()
    .toBuffer();
  const slow = Promise.withResolvers<void>();
  await page.route('**/api/reviews/pictures', async (route) => {
    await slow.promise;
    await route.continue();
  });
  await dialog.getByLabel('Add pictures').setInputFiles({ name: 'mine.png', mimeType: 'image/png', buffer });
  await dialog.getByRole('button', { name: 'Send review' }).click();
  await dialog.getByText('Please wait until the pictures are uploaded.').waitFor();
  slow.resolve();
  await dialog.getByRole('button', { name: 'Remove picture 1' }).waitFor();
  await dialog.getByText('Please wait until the pictures are uploaded.').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Send review' }).click();
  await page.getByText('Thank you! Your review will be shown after a check.').first().waitFor();
  await page.getByRole('region', { name: 'Your review' }).getByText('Waiting for approval').waitFor();

  const admin = await visit('/admin/reviews?status=pending', { token: await logIn(ADMIN) });
  await admin.getByRole('button', { name: 'View review Good company' }).click();
  const detail = admin.getByRole('dialog', { name: 'Review' });
  await detail.getByRole('img', { name: 'Picture 1 of the review' }).waitFor();
  await detail.getByLabel('Reply').fill('Safe travels!');
  await admin.keyboard.press('Escape');
  await admin.getByRole('button', { name: 'Keep editing' }).click();
  expect(await detail.getByLabel('Reply').inputValue()).toBe('Safe travels!');
  await detail.getByRole('button', { name: 'Save reply' }).click();
  await detail.getByText('Reply saved.').waitFor();
  await detail.getByRole('button', { name: 'Publish' }).click();
  await admin.getByText('1 review published.').waitFor();

  const shown = await visit(`/products/${productId}`);
  await openTab(shown);
  await shown.getByRole('link', { name: 'Log in to write a review' }).waitFor();
  const review = shown.getByRole('article').filter({ hasText: 'Good company' });
  await review.getByText('Maya L.').waitFor();
  await review.getByText('Safe travels!').waitFor();
  await review.getByRole('button', { name: 'Enlarge picture 1 of Maya L.' }).click();
  await shown.getByRole('dialog', { name: 'Picture of Maya L.' }).getByRole('img').waitFor();

  const changed = { stars: 5, title: 'Even better company', text: 'It has moved with me three times.' };
  await api(`/reviews/own/${productId}`, { token, method: 'PUT', body: changed });
  await admin.goto('/admin/reviews?status=pending');
  const row = admin.getByRole('row').filter({ hasText: 'Even better company' });
  await row.getByText('Reply hidden').waitFor();
  await admin.getByRole('button', { name: 'View review Even better company' }).click();
  await detail.getByText('The customer has edited the review since you replied').waitFor();
  await detail.getByRole('button', { name: 'Save reply' }).click();
  await admin.getByText('Reply saved.').waitFor();
  await detail.getByText('The customer has edited the review since you replied').waitFor({ state: 'detached' });
  await row.getByText('Reply hidden').waitFor({ state: 'detached' });
  await detail.getByRole('button', { name: 'Publish' }).click();
  await admin.getByText('1 review published.').waitFor();
});

test('a product without reviews invites to write the first one, unless the visitor has', async () => {
  const { least } = await byReviews();
  expect(least.review_count).toBe(0);
  const token = await logIn(MAYA);
  const invitation = 'Have you bought it? Your review would be the first.';
  const open = async (review: object | null) => {
    const page = await visit('/about', { token });
    const body = { success: true, message: '', data: { has_bought: true, review } };
    await page.route('**/api/reviews/own/*', (route) => route.fulfill({ json: body }));
    await page.goto(`/products/${least.slug}`);
    await openTab(page);
    return page;
  };
  const without = await open(null);
  await without.getByRole('button', { name: 'Write a review' }).waitFor();
  await without.getByText(invitation).waitFor();
  const own = { id: 1, product_id: least.id, stars: 5, title: 'Mine', text: 'Mine', pictures: [], status: 'pending' };
  const withOwn = await open(own);
  await withOwn.getByText('Waiting for approval').waitFor();
  expect(await withOwn.getByText(invitation).count()).toBe(0);
});

test('the merchant publishes several reviews at once, except one that its customer edits meanwhile', async () => {
  const token = await logIn(MAYA);
  const productId = await boughtProduct(token);
  const edit = (title: string) =>
    api(`/reviews/own/${productId}`, {
      token,
      method: 'PUT',
      body: { stars: 4, title, text: 'It has moved with me.' },
    });
  await edit('Once more');
  const page = await visit('/admin/reviews?status=pending', { token: await logIn(ADMIN) });
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await edit('On second thoughts');
  const selected = page.getByRole('region', { name: 'Selected rows' });
  await selected.getByRole('button', { name: 'Publish' }).click();
  await page
    .getByText(/^\d+ reviews published\. 1 review was changed by its customer and is left for you to read\.$/)
    .waitFor();
  await selected.getByText('1 review selected').waitFor();
  await page.getByText('On second thoughts').waitFor();
  await selected.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('1 review published.').waitFor();
  await page.getByText('No reviews found matching your criteria').waitFor();
});

test('the page of a broken link from an email says so, and links to the orders and the products', async () => {
  const page = await visit('/reviews/write?token=unknown');
  await page.getByText('This link is not valid. Please use the link of the newest email.').waitFor();
  await page.goto('/reviews/write');
  await page.getByText('Please open the complete link of the email.').waitFor();
  const main = page.getByRole('main');
  expect(await main.getByRole('link', { name: 'Your orders' }).getAttribute('href')).toBe('/dashboard/orders');
  await main.getByRole('link', { name: 'Browse products' }).click();
  await page.locator('.product-card').first().waitFor();
});
