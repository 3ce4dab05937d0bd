import { beforeEach, expect, test } from 'vitest';
import { openShopper, type Shopper } from './shopper.ts';

const SENT = "Message Sent! Thank you for contacting us. We'll get back to you within 24 hours.";

let shopper: Shopper;
beforeEach(async () => {
  shopper = await openShopper();
});

async function writeMessage(text: string): Promise<void> {
  const form = shopper.page.getByRole('main');
  await form.getByLabel('Name').fill('Ada Marlowe');
  await form.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await form.getByLabel('Subject').selectOption('billing');
  await form.getByLabel('Message', { exact: true }).fill(text);
  await form.getByRole('button', { name: 'Send message' }).click();
}

test('a message shows Sending for a second, is confirmed for five, and clears the form', async () => {
  const { page } = shopper;
  await shopper.open('/contact?subject=billing');
  const sending = page.getByRole('button', { name: 'Sending...', disabled: true });
  await Promise.all([sending.waitFor(), writeMessage('Was I charged twice?')]);
  await page.getByText(SENT).waitFor();
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('');
  expect(await page.getByLabel('Name').inputValue()).toBe('');
  await page.getByText(SENT).waitFor({ state: 'hidden' });
});

test('the name and address of a customer are filled in, but never over what was typed', async () => {
  const { page } = shopper;
  await shopper.becomeCustomer();
  await shopper.open('/contact');
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Ada Marlowe');
  await expect.poll(() => page.getByLabel('Email', { exact: true }).first().inputValue()).toBe(shopper.email);
  await page.route('**/api/auth/profile', async (route) => {
    await page.getByLabel('Name').fill('Grace');
    await route.continue();
  });
  const profile = page.waitForResponse('**/api/auth/profile');
  await shopper.open('/contact');
  await (await profile).finished();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Grace');
});

test('a failed message is kept, and missing fields are marked', async () => {
  const { page } = shopper;
  await shopper.open('/contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Please enter your message.').first().waitFor();
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'The shop is resting.', code: 'unavailable' } }),
  );
  await writeMessage('Is anybody there?');
  await page.getByText('The shop is resting.').first().waitFor();
  await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).toBe('Is anybody there?');
  await page.unroute('**/api/contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText(SENT).waitFor();
});

test('questions are found by text, category and badge; no match offers two actions', async () => {
  const { page } = shopper;
  await shopper.open('/faq');
  const questions = page.getByRole('main').locator('details');
  await expect.poll(() => questions.count()).toBe(12);
  await expect
    .poll(() => questions.evaluateAll((all) => all.map((each) => (each as HTMLDetailsElement).open)))
    .toEqual([true, ...Array(11).fill(false)]);
  const status = page.getByRole('main').getByRole('status');
  await page.getByRole('link', { name: 'Shipping & Delivery' }).click();
  await page.getByText(/^Showing \d+ of 12 questions$/).waitFor();
  const [, shown = ''] = /Showing (\d+) of 12 questions/.exec((await status.textContent()) ?? '') ?? [];
  await expect.poll(() => questions.count()).toBe(Number(shown));
  const chosen = page.getByLabel('Category').locator('option:checked');
  await expect.poll(() => chosen.textContent()).toBe(`Shipping & Delivery (${shown})`);
  await page.getByLabel('Category').selectOption('');
  await page.getByLabel('Search questions').fill('PASSWORD');
  await page.getByText(/^Showing [1-9]\d* of 12 questions$/).waitFor();
  await page.getByLabel('Search questions').fill('zzzz');
  await page.getByRole('heading', { name: 'No Questions Found' }).waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('link', { name: 'Contact Support' }).count()).toBe(2);
  await page.getByRole('link', { name: 'Clear Filters' }).click();
  await expect.poll(() => questions.count()).toBe(12);
  await expect.poll(() => page.getByLabel('Search questions').inputValue()).toBe('');
  await expect.poll(() => page.getByRole('link', { name: 'Call Us' }).getAttribute('href')).toMatch(/^tel:\+?\d+$/);
});

test('every link of the footer leads to a page', async () => {
  await shopper.open('/about');
  const paths = await shopper.page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? '').filter((path) => path.startsWith('/')),
    );
  expect(paths).toEqual(
    expect.arrayContaining(['/returns', '/shipping', '/size-guide', '/cookies', '/products?category=5']),
  );
  const answers = await Promise.all(paths.map(async (path) => [path, (await shopper.page.request.get(path)).status()]));
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
});

test('search engines get robots, sitemap, and structured data', async () => {
  const { page } = shopper;
  const get = async (path: string) => (await page.request.get(path)).text();
  expect(await get('/robots.txt')).toContain('/sitemap.xml');
  expect(await get('/sitemap.xml')).toMatch(/^<\?xml[\s\S]*<loc>/);
  for (const [path, type] of [
    ['/', 'Organization'],
    ['/products/1', 'Product'],
    ['/products/1', 'BreadcrumbList'],
    ['/products/category/1', 'BreadcrumbList'],
    ['/faq', 'FAQPage'],
  ] as const) {
    const data = [...(await get(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json = '']) => JSON.parse(json)['@type'],
    );
    expect(data, path).toContain(type);
  }
});

test('the shop has an installable manifest with existing icons, one maskable', async () => {
  const { request } = shopper.page;
  const { icons } = await (await request.get('/manifest.webmanifest')).json();
  for (const { src } of [...icons, { src: '/favicon.ico' }]) expect((await request.get(src)).status(), src).toBe(200);
  expect(icons.filter(({ purpose = '' }: { purpose?: string }) => purpose.includes('maskable'))).toHaveLength(1);
});

test.each(['/products/%zz', '/%', '/nothing/here'])('%s is a not-found page with a title and links', async (path) => {
  const { page } = shopper;
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.title()).not.toBe('');
  await expect.poll(() => page.getByRole('main').getByRole('link').count()).toBeGreaterThan(0);
  expect(shopper.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
});
