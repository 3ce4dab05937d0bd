import { expect, test } from 'vitest';
import { CARDS, openShopper, type Shopper } from './shopper.ts';

const CAMERA = 'Pocket 35 Film Camera';
const VISA = 'Visa •••• 4242';
const SAVE = 'Save this card for next time';

async function proceedToPayment({ open, addToCart, page }: Shopper): Promise<void> {
  await addToCart(CAMERA);
  await open('/checkout');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
}

test('a card saved with one order pays the next one, until it is removed in the account', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.becomeCustomer();
  await shopper.addToCart(CAMERA);
  await shopper.open('/checkout');
  await shopper.fillAddress();
  await page.getByRole('checkbox', { name: /save this address/i }).check();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByLabel('Card number').waitFor();
  expect(await page.getByRole('radio', { name: 'Use another card' }).count()).toBe(0);
  expect(await page.getByRole('checkbox', { name: SAVE }).isChecked()).toBe(false);
  await shopper.fillCard(CARDS.good);
  await page.getByRole('checkbox', { name: SAVE }).check();
  await shopper.pay();
  const first = await shopper.orderNumber();

  await proceedToPayment(shopper);
  const visa = page.getByRole('radio', { name: VISA });
  await visa.waitFor();
  expect(await visa.isChecked()).toBe(true);
  await page.getByRole('radio', { name: 'Use another card' }).check();
  await page.getByLabel('Card number').waitFor();
  await visa.check();
  await page.getByLabel('Card number').waitFor({ state: 'hidden' });
  await shopper.pay();
  expect(await shopper.orderNumber()).not.toBe(first);

  const cards = '**/api/account/cards';
  await page.route(cards, async (route) => {
    const response = await route.fetch();
    const data = { can_save: true, cards: [], unavailable_providers: ['sandbox'] };
    await route.fulfill({ response, json: { ...(await response.json()), data } });
  });
  await shopper.open('/dashboard/profile');
  const note = page.getByText('Some of your cards cannot be shown at the moment.');
  await note.waitFor();
  await page.unroute(cards);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: `Remove ${VISA}` }).click();
  expect(await note.count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove card' }).click();
  await page.getByText('You have no saved cards yet.').waitFor();
  expect(shopper.complaints).toEqual([]);
});

test('when saved cards fail to load, the checkout says so and accepts a new card', async () => {
  const shopper = await openShopper();
  const { page } = shopper;
  await shopper.becomeCustomer();
  await shopper.addToCart(CAMERA);
  await page.route('**/api/account/cards', (route) => route.abort());
  await shopper.open('/checkout');
  await shopper.fillAddress();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByText('Your saved cards cannot be shown at the moment.').waitFor();
  await shopper.fillCard(CARDS.good);
  await shopper.pay();
  await shopper.orderNumber();
});
