import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { askShop } from './ask-shop.ts';
import { openContext } from './browser.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** Cards of the sandbox, as Stripe publishes them. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000002760003184',
} as const;

/** The demo shop's merchant. */
export const ADMIN = { email: 'admin@stoa.test', password: 'stoa-admin-demo' } as const;

export const PASSWORD = 'Correct-horse-1';

/** Somebody in front of a browser, and what they do in the shop's own words. */
export interface Shopper {
  readonly page: Page;
  readonly email: string;
  /** What the page complained of in its console. */
  readonly complaints: readonly string[];
  open(path: string): Promise<void>;
  register(): Promise<void>;
  /** Opens an account with the API, without signing in here. Returns the token of that login. */
  openAccount(): Promise<string>;
  /** The same, and is signed in from the next page on. */
  becomeCustomer(): Promise<string>;
  logIn(email: string, password: string): Promise<void>;
  /** Opens a page of the back office, or the login, as somebody signed out, and logs in as the demo shop's merchant. */
  enterBackOffice(path: string): Promise<void>;
  /** Opens a product by its name in the search and puts one into the cart. */
  addToCart(product: string): Promise<void>;
  fillAddress(): Promise<void>;
  fillCard(number: string): Promise<void>;
  pay(): Promise<void>;
  /** The order number of the success page. */
  orderNumber(): Promise<string>;
  readonly close: () => Promise<void>;
}

function collectComplaints(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return complaints;
}

/** The scripts of a page come after its first paint, which may be after its load: only then does a button do something. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.getElementById('page-start') ||
      Object.keys(document.body).some((name) => name.startsWith('__reactProps')),
  );
}

/** Long enough for a page to send on whom it sends on. */
const AT_REST_MS = 1_000;

/** An address can be passed through on the way to another: it is looked at again after a while. */
export async function comesToRestAt(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  await page.waitForTimeout(AT_REST_MS);
  expect(new URL(page.url()).pathname).toBe(path);
}

/** For a test, or what comes before each: leaves when the test is over. */
export async function openShopper(viewport = DESKTOP): Promise<Shopper> {
  const shopper = await openLastingShopper(viewport);
  onTestFinished(shopper.close);
  return shopper;
}

/** For what comes before all tests of a file, which has to close it. */
export async function openLastingShopper(viewport = DESKTOP): Promise<Shopper> {
  const context = await openContext({ viewport, baseURL: inject('shopUrl'), serviceWorkers: 'block' });
  const complaints = collectComplaints(context);
  const page = await context.newPage();
  const email = `shopper-${randomUUID()}@example.com`;
  const open = async (path: string) => {
    await page.goto(path, { waitUntil: 'load' });
    await untilAlive(page);
  };
  const openAccount = async () => {
    const body = { name: 'Ada Marlowe', email, password: PASSWORD, password_confirmation: PASSWORD };
    return (await askShop<{ token: string }>('/auth/register', { body })).token;
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
      await open('/about');
      await page.evaluate((kept) => localStorage.setItem('auth_token', kept), token);
      return token;
    },
    logIn,
    async enterBackOffice(path) {
      await open(path);
      await logIn(ADMIN.email, ADMIN.password);
    },
    async addToCart(product) {
      await page.goto(`/products?search=${encodeURIComponent(product)}`);
      await untilAlive(page);
      await page.getByRole('heading', { name: product }).getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: product }).waitFor();
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
    close: async () => {
      // Answers that a test holds back, or still fetches, go nowhere.
      for (const tab of context.pages()) await tab.unrouteAll({ behavior: 'ignoreErrors' });
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    },
  };
}
