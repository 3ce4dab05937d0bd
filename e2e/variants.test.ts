import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShopper, PHONE, type Shopper } from './shopper.ts';

/**
 * Indigo, Chalk and Moss, each with a picture, in S to XL; Moss is out of stock in L. Its fourth picture belongs to no
 * variant.
 */
const COAT = '/products/printers-chore-coat';
/** Two colours and no size. */
const GOGGLES = '/products/alpine-goggles';
const FILM = '/products/12';

let shopper: Shopper;
let page: Page;

async function openProduct(path: string, viewport?: typeof PHONE): Promise<void> {
  shopper = await openShopper(viewport);
  page = shopper.page;
  await shopper.becomeCustomer();
  await shopper.open(path);
}

const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const thumbnail = (words: RegExp) => page.getByRole('list', { name: 'Pictures' }).getByRole('button', { name: words });
const shownPicture = () => page.locator('.gallery').getByRole('button', { name: /^Zoom: / });
const add = () => page.getByRole('button', { name: 'Add to Cart', exact: true });
const chosen = () =>
  page
    .locator('main input[type=radio]:checked')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

test("choosing another colour's picture selects the colour and keeps the size", async () => {
  await openProduct(COAT);
  await radio('M').check({ force: true });
  await expect.poll(chosen).toEqual(['Indigo', 'M']);
  await thumbnail(/Chalk/).click();
  await expect.poll(chosen).toEqual(['Chalk', 'M']);
  await add().click();
  await page.getByText('Product added to cart!').waitFor();
  await shopper.open('/cart');
  await page.getByText('Chalk / M').waitFor();
});

test('choosing the picture of a colour sold out in this size clears the size', async () => {
  await openProduct(COAT);
  await radio('L').check({ force: true });
  await thumbnail(/Moss/).click();
  await expect.poll(chosen).toEqual(['Moss']);
  await page.getByText('L is not available with this choice').waitFor();
});

test('a picture without a variant keeps the choice, and a choice shows its picture', async () => {
  await openProduct(COAT);
  await thumbnail(/laid out/).click();
  await shownPicture()
    .and(page.getByRole('button', { name: /laid out/ }))
    .waitFor();
  expect(await chosen()).toEqual(['Indigo']);
  await radio('Moss').check({ force: true });
  await shownPicture()
    .and(page.getByRole('button', { name: /Moss/ }))
    .waitFor();
});

test('full-screen pictures and swipes select the colour as well', async () => {
  await openProduct(COAT);
  await shownPicture().click();
  const zoom = page.getByRole('dialog', { name: /^Pictures of / });
  await zoom.getByRole('button', { name: 'Next picture' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(chosen).toEqual(['Chalk']);
  await shownPicture().evaluate((picture) => {
    const at = (clientX: number) => [new Touch({ identifier: 1, target: picture, clientX })];
    picture.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: at(300), changedTouches: at(300) }));
    picture.dispatchEvent(new TouchEvent('touchend', { bubbles: true, cancelable: true, changedTouches: at(100) }));
  });
  await expect.poll(chosen).toEqual(['Moss']);
});

test.each(['Add to Cart', 'Buy Now'])('no size is preselected, and %s asks for it', async (name) => {
  await openProduct(COAT, PHONE);
  expect(await chosen()).toEqual(['Indigo']);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('button', { name, exact: true }).click();
  const size = page.getByRole('group', { name: /^Size/ });
  await size.getByRole('alert').getByText('Choose a size').waitFor();
  await expect.poll(() => radio('S').evaluate((field) => field === document.activeElement)).toBe(true);
  // Visible between the header and the bar at the bottom.
  const isVisible = async () => {
    const [box, bar] = [await size.boundingBox(), await add().boundingBox()];
    return box !== null && bar !== null && box.y > 0 && box.y + box.height <= bar.y;
  };
  await expect.poll(isVisible).toBe(true);
  await page.keyboard.press('Space');
  await size.getByRole('alert').waitFor({ state: 'detached' });
  await add().click();
  await page.getByText('Product added to cart!').waitFor();
  await shopper.open('/cart');
  await page.getByText('Indigo / S').waitFor();
});

test('the URL keeps the colour before a size is chosen, and Back leaves the product', async () => {
  await openProduct('/products?search=chore+coat');
  await page
    .getByRole('heading', { name: /Chore Coat/ })
    .getByRole('link')
    .first()
    .click();
  await radio('Moss').check({ force: true });
  await expect.poll(() => new URL(page.url()).search).toContain('Moss');
  await page.reload();
  await expect.poll(chosen).toEqual(['Moss']);
  await shownPicture()
    .and(page.getByRole('button', { name: /Moss/ }))
    .waitFor();
  await radio('S').check({ force: true });
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?variant=\d+$/);
  await page.reload();
  await expect.poll(chosen).toEqual(['Moss', 'S']);
  await page.goBack();
  await page.waitForURL('**/products?search=*');
});

test.each([GOGGLES, FILM])('a product without anything to choose but its colour is added at once: %s', async (path) => {
  await openProduct(path);
  await add().click();
  await page.getByText('Product added to cart!').waitFor();
});
