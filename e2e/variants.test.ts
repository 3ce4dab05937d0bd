import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShopper, PHONE, type Shopper } from './shopper.ts';

/**
 * Chestnut, Slate and Chalk, each with a picture, in S to XL; Chalk is out of stock in L. Its second and third picture belong
 * to no variant.
 */
const SWEATER = '/products/fisher-lambswool-sweater';
/** Two colours and no size. */
const CAMERA = '/products/reporter-35-rangefinder-camera';
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
  await openProduct(SWEATER);
  await radio('M').check({ force: true });
  await expect.poll(chosen).toEqual(['Chestnut', 'M']);
  await thumbnail(/in Slate/).click();
  await expect.poll(chosen).toEqual(['Slate', 'M']);
  await add().click();
  await page.getByText('Product added to cart!').waitFor();
  await shopper.open('/cart');
  await page.getByText('Slate / M').waitFor();
});

test('choosing the picture of a colour sold out in this size clears the size', async () => {
  await openProduct(SWEATER);
  await radio('L').check({ force: true });
  await thumbnail(/in Chalk/).click();
  await expect.poll(chosen).toEqual(['Chalk']);
  await page.getByText('L is not available with this choice').waitFor();
});

test('a picture without a variant keeps the choice, and a choice shows its picture', async () => {
  await openProduct(SWEATER);
  await thumbnail(/Ribbed neck/).click();
  await shownPicture()
    .and(page.getByRole('button', { name: /Ribbed neck/ }))
    .waitFor();
  expect(await chosen()).toEqual(['Chestnut']);
  await radio('Chalk').check({ force: true });
  await shownPicture()
    .and(page.getByRole('button', { name: /in Chalk/ }))
    .waitFor();
});

test('full-screen pictures and swipes select the colour as well', async () => {
  await openProduct(SWEATER);
  await shownPicture().click();
  const zoom = page.getByRole('dialog', { name: /^Pictures of / });
  // In use, close up, and then the next colour.
  for (const place of [2, 3, 4]) {
    await zoom.getByRole('button', { name: 'Next picture' }).click();
    await zoom.getByText(`${place} / 5`).waitFor();
  }
  await page.keyboard.press('Escape');
  await expect.poll(chosen).toEqual(['Slate']);
  await shownPicture().evaluate((picture) => {
    const at = (clientX: number) => [new Touch({ identifier: 1, target: picture, clientX })];
    picture.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: at(300), changedTouches: at(300) }));
    picture.dispatchEvent(new TouchEvent('touchend', { bubbles: true, cancelable: true, changedTouches: at(100) }));
  });
  await expect.poll(chosen).toEqual(['Chalk']);
});

test.each(['Add to Cart', 'Buy Now'])('no size is preselected, and %s asks for it', async (name) => {
  await openProduct(SWEATER, PHONE);
  expect(await chosen()).toEqual(['Chestnut']);
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
  await page.getByText('Chestnut / S').waitFor();
});

test('the URL keeps the colour before a size is chosen, and Back leaves the product', async () => {
  await openProduct('/products?search=fisher+sweater');
  await page
    .getByRole('heading', { name: /Fisher Lambswool Sweater/ })
    .getByRole('link')
    .first()
    .click();
  await radio('Chalk').check({ force: true });
  await expect.poll(() => new URL(page.url()).search).toContain('Chalk');
  await page.reload();
  await expect.poll(chosen).toEqual(['Chalk']);
  await shownPicture()
    .and(page.getByRole('button', { name: /in Chalk/ }))
    .waitFor();
  await radio('S').check({ force: true });
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?variant=\d+$/);
  await page.reload();
  await expect.poll(chosen).toEqual(['Chalk', 'S']);
  await page.goBack();
  await page.waitForURL('**/products?search=*');
});

test.each([CAMERA, FILM])('a product without anything to choose but its colour is added at once: %s', async (path) => {
  await openProduct(path);
  await add().click();
  await page.getByText('Product added to cart!').waitFor();
});
