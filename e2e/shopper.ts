import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { callShop, findProduct } from './call-shop.ts';
import { closeVisitor, EMPTY_PAGE, returnVisitor, takeVisitor, type Visitor } from './visitors.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** The sandbox's test cards, as published by Stripe. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000002760003184',
} as const;

/** The demo shop's merchant. */
export const ADMIN = { email: 'admin@stoa.test', password: 'stoa-admin-demo' } as const;

export const PASSWORD = 'Correct-horse-1';

/** A visitor with a browser, and actions in the shop's terms. */
export interface Shopper {
  readonly page: Page;
  readonly email: string;
  /** Console errors of the page. */
  readonly complaints: readonly string[];
  open(path: string): Promise<void>;
  register(): Promise<void>;
  /** Registers an account through the API, without signing in here. Returns its token. */
  openAccount(): Promise<string>;
  /** The same, and is signed in from the next page on. */
  becomeCustomer(): Promise<string>;
  logIn(email: string, password: string): Promise<void>;
  /** Keeps a value in the browser's local storage, as an earlier visit would have. Leaves the current page. */
  remember(key: string, value: string): Promise<void>;
  /** Opens a back office page as the demo shop's merchant, who is signed in. */
  enterBackOffice(path: string): Promise<void>;
  /** Opens the page of a product and adds one unit to the cart. */
  addToCart(product: string): Promise<void>;
  fillAddress(): Promise<void>;
  fillCard(number: string): Promise<void>;
  pay(): Promise<void>;
  /** The order number of the success page. */
  orderNumber(): Promise<string>;
  /** Returns the tab before the end of the test or file. */
  readonly close: () => Promise<void>;
}

/** Scripts load after the first paint, possibly after the load event: only then do buttons work. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.getElementById('page-start') ||
      Object.keys(document.body).some((name) => name.startsWith('__reactProps')),
  );
}

/** For parts of a page that React hydrates later than the rest. Called in the page: `locator.evaluate(isHydrated)`. */
export const isHydrated = (element: Element): boolean =>
  Object.keys(element).some((name) => name.startsWith('__reactProps'));

/** Long enough for a page to redirect. */
const AT_REST_MS = 1_000;

/** A URL can be an intermediate redirect: check it again after a while. */
export async function settlesAt(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  await page.waitForTimeout(AT_REST_MS);
  expect(new URL(page.url()).pathname).toBe(path);
}

/** For a test or `beforeEach`: the tab is returned after the test. It may have loaded pages of the shop before. */
export async function openShopper(viewport = DESKTOP, shopUrl = inject('shopUrl')): Promise<Shopper> {
  const visitor = await takeVisitor(viewport, shopUrl);
  onTestFinished(({ task }) => (task.result?.state === 'fail' ? closeVisitor(visitor) : returnVisitor(visitor)));
  return shopperOf(visitor);
}

/** For `beforeAll`; the file has to close it. */
export async function openSharedShopper(viewport = DESKTOP, shopUrl = inject('shopUrl')): Promise<Shopper> {
  return shopperOf(await takeVisitor(viewport, shopUrl));
}

function shopperOf(visitor: Visitor): Shopper {
  const { page, complaints, shopUrl } = visitor;
  const email = `shopper-${randomUUID()}@example.com`;
  const open = async (path: string) => {
    await page.goto(path, { waitUntil: 'load' });
    await untilHydrated(page);
  };
  const openAccount = async () => {
    const body = { name: 'Ada Marlowe', email, password: PASSWORD, password_confirmation: PASSWORD };
    return (await callShop<{ token: string }>('/auth/register', { body, shopUrl })).token;
  };

  const remember = async (key: string, value: string) => {
    await page.goto(EMPTY_PAGE);
    await page.evaluate((entry) => localStorage.setItem(...entry), [key, value] as [string, string]);
  };

  const logIn = async (address: string, password: string) => {
    await page.getByLabel('Email', { exact: true }).fill(address);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  };

  return {
    page,
    email,
    complaints,
    open,
    async register() {
      await page.getByLabel('Full name').fill('Ada Marlowe');
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirm password').fill(PASSWORD);
      await page.getByRole('checkbox').check();
      await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
      await page.waitForURL((url) => !url.pathname.startsWith('/register'));
    },
    openAccount,
    async becomeCustomer() {
      const token = await openAccount();
      await remember('auth_token', token);
      return token;
    },
    logIn,
    remember,
    async enterBackOffice(path) {
      const { token } = await callShop<{ token: string }>('/auth/login', { body: ADMIN, shopUrl });
      await remember('auth_token', token);
      await open(path);
    },
    async addToCart(product) {
      const { id } = await findProduct(product);
      await open(`/products/${id}`);
      await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
      await page.getByText('Product added to cart!').waitFor();
    },
    async fillAddress() {
      await page.getByLabel('Full name').fill('Ada Marlowe');
      await page.getByLabel('Address line 1').fill('12 Harbour Lane');
      await page.getByLabel('City').fill('Portland');
      await page.getByLabel('State').fill('ME');
      await page.getByLabel('Postal code').fill('04101');
    },
    async fillCard(number) {
      await page.getByLabel('Card number').fill(number);
      await page.getByLabel('Expiry date').fill('12 / 34');
      await page.getByLabel('Security code (CVC)').fill('123');
    },
    async pay() {
      await page.getByRole('button', { name: /^Pay \$/ }).click();
    },
    async orderNumber() {
      await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
      const text = await page
        .getByText(/ORD-\d{4}-\d{6}/)
        .first()
        .textContent();
      const number = /ORD-\d{4}-\d{6}/.exec(text ?? '')?.[0] ?? '';
      expect(new URL(page.url()).pathname).toBe(`/order-success/${number}`);
      return number;
    },
    close: () => returnVisitor(visitor),
  };
}
