import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { CARDS, openShopper, PASSWORD, PHONE } from './shopper.ts';

/** The keystroke-level model (Card, Moran and Newell, 1980): an average typist, pointing at a target, and thinking about what to do. */
const KEY_S = 0.28;
const TAP_S = 1.1;
const DECISION_S = 1.35;
/** The target of the shop. */
const LIMIT_S = 90;
/** Between two keys of the run itself: long enough for suggestions and checks while typing. */
const PACE_MS = 12;

/** A shopper whose taps, keys and decisions are counted. */
class Counted {
  taps = 0;
  keys = 0;
  decisions = 0;

  /** Decides what to tap, and taps it. */
  async choose(target: Locator): Promise<void> {
    this.decisions += 1;
    await this.tap(target);
  }

  /** Taps what needs no thought, such as the next step of a task. */
  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.click();
  }

  /** Types into the field that has the focus already, and presses the keyboard's Go. */
  async typeAndGo(field: Locator, text: string): Promise<void> {
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    this.decisions += 1;
    this.keys += text.length + 1;
    await field.pressSequentially(text, { delay: PACE_MS });
    await field.press('Enter');
  }

  /** Fills the fields of a form: taps the first one and goes on with the keyboard's Next, also past those left empty. */
  async fill(...fields: readonly (readonly [field: Locator, text: string])[]): Promise<void> {
    this.decisions += 1;
    this.taps += 1;
    this.keys += fields.length - 1;
    for (const [field, text] of fields) {
      this.keys += text.length;
      await field.pressSequentially(text, { delay: PACE_MS });
    }
  }

  get seconds(): number {
    return this.keys * KEY_S + this.taps * TAP_S + this.decisions * DECISION_S;
  }
}

test('a new visitor finds and pays a size 9 running shoe in blue under $120 on a phone in less than 90 seconds', async () => {
  const shopper = await openShopper(PHONE);
  const { page } = shopper;
  const visitor = new Counted();
  const email = `ada.${randomUUID().slice(0, 6)}@example.com`;
  await shopper.open('/');

  // Finds it: a search in the words one would say, then the filters.
  await visitor.choose(page.getByRole('button', { name: 'Search', exact: true }));
  const search = page.getByRole('combobox', { name: 'Search products' });
  await visitor.typeAndGo(search, 'blue running shoes under 120');
  await page.getByRole('heading', { level: 1, name: /^Results/ }).waitFor();
  await visitor.choose(page.getByRole('button', { name: 'Filters' }));
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.waitFor();
  await visitor.choose(filters.getByRole('checkbox', { name: /^US 9/ }));
  await visitor.tap(filters.getByRole('button', { name: /^Show \d+ product/ }));
  await page.waitForURL(/option\.size=/);

  // Puts it into the cart without leaving the list: colour and size are chosen already.
  await visitor.choose(page.getByRole('link', { name: 'Choose options: Strider Road Running Shoe' }));
  const options = page.getByRole('dialog', { name: 'Choose options' });
  await options.getByRole('group', { name: /^Colour: Cobalt/ }).waitFor();
  await options.getByRole('group', { name: /^Size: US 9/ }).waitFor();
  await visitor.choose(options.getByRole('button', { name: 'Add to Cart' }));
  await visitor.choose(options.getByRole('button', { name: 'Keep in cart on this device' }));
  const cart = page.getByRole('dialog', { name: 'Your cart (1)' });
  await visitor.choose(cart.getByRole('link', { name: 'Login to Checkout' }));

  // Opens an account, which leads back to the checkout.
  await visitor.choose(page.getByRole('link', { name: 'Create an account' }));
  await page.getByRole('heading', { level: 1, name: 'Create an account' }).waitFor();
  await visitor.fill(
    [page.getByLabel('Full name'), 'Ada Marlowe'],
    [page.getByLabel('Phone (optional)'), ''],
    [page.getByLabel('Email', { exact: true }), email],
    [page.getByLabel('Password', { exact: true }), PASSWORD],
    [page.getByLabel('Confirm password'), PASSWORD],
  );
  await visitor.tap(page.getByRole('checkbox', { name: /^I agree/ }));
  await visitor.tap(page.getByRole('main').getByRole('button', { name: 'Sign Up' }));

  // Pays.
  await page.waitForURL((url) => url.pathname === '/checkout');
  await page.getByLabel('Address line 1').waitFor();
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Ada Marlowe');
  await visitor.fill(
    [page.getByLabel('Address line 1'), '12 Harbour Lane'],
    [page.getByLabel('Address line 2 (optional)'), ''],
    [page.getByLabel('City'), 'Portland'],
    [page.getByLabel('State'), 'ME'],
    [page.getByLabel('Postal code'), '04101'],
  );
  await visitor.tap(page.getByRole('button', { name: 'Proceed to Payment' }));
  await page.getByLabel('Card number').waitFor();
  await visitor.fill(
    [page.getByLabel('Card number'), CARDS.good],
    [page.getByLabel('Expiry date'), '1234'],
    [page.getByLabel('Security code (CVC)'), '123'],
  );
  await visitor.tap(page.getByRole('button', { name: /^Pay \$/ }));
  expect(await shopper.orderNumber()).toMatch(/^ORD-/);
  const { taps, keys, decisions, seconds } = visitor;
  process.stdout.write(`Paid after ${taps} taps, ${keys} keys and ${decisions} decisions: ${seconds.toFixed(1)} s\n`);
  expect(seconds).toBeLessThan(LIMIT_S);
});
