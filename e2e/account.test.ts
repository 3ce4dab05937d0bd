import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { ADMIN, openShopper, type Shopper, settlesAt } from './shopper.ts';
import { verifyAddress } from './verify-address.ts';
import { violationsOf } from './violations.ts';

const PASSWORD = 'Correct-horse-1';

let shopper: Shopper;
beforeEach(async () => {
  shopper = await openShopper();
  await shopper.becomeCustomer();
});

/** Makes a user an admin, as another admin would. */
async function promote(email: string): Promise<void> {
  const { request } = shopper.page;
  const { data } = await (await request.post('/api/auth/login', { data: ADMIN })).json();
  const headers = { authorization: `Bearer ${data.token}` };
  const found = await (await request.get('/api/admin/users', { headers, params: { search: email } })).json();
  const address = `/api/admin/users/${found.data.data[0].id}/role`;
  expect((await request.put(address, { headers, data: { role: 'admin' } })).status()).toBe(200);
}

const main = () => shopper.page.getByRole('main');
const press = (name: string) => main().getByRole('button', { name, exact: true }).click();
const says = (text: string) => shopper.page.getByText(text).first().waitFor();
const code = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Expires the session: the page does not know yet. */
const endSession = () =>
  shopper.page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('auth_token')}` };
    await fetch('/api/auth/logout', { method: 'POST', headers });
  });

test('an incomplete address does not keep other fields from being saved', async () => {
  const { page } = shopper;
  const typedIn = (label: string) => main().getByLabel(label, { exact: true }).inputValue();
  await shopper.open('/dashboard/profile');
  await main().getByLabel('Phone').fill('555 0100');
  await main().getByLabel('City').fill('Portland');
  await press('Save Changes');
  await says('Profile updated successfully!');
  await page.reload();
  await expect.poll(() => typedIn('Phone')).toBe('555 0100');
  expect(await typedIn('City')).toBe('Portland');
  await main().getByText('This address is incomplete').waitFor();
  await main().getByText('No address is saved yet.').waitFor();
  await main().getByLabel('Address', { exact: true }).fill('12 Harbour Lane');
  await main().getByLabel('State').fill('ME');
  await main().getByLabel('ZIP code').fill('04101');
  await press('Save Changes');
  await main().getByRole('listitem').getByText('12 Harbour Lane').waitFor();
  expect(await main().getByText('This address is incomplete').count()).toBe(0);
  await main().getByLabel('Phone').fill('555 0111');
  await main().getByLabel('City').fill('');
  await press('Save Changes');
  await says('Your profile is saved. Your default address stays as it was: the new one is not complete.');
  await main().getByText('Required for your default address.').waitFor();
  await page.reload();
  await expect.poll(() => typedIn('Phone')).toBe('555 0111');
  expect(await typedIn('City')).toBe('Portland');
});

test('a refused phone number does not keep the address from being saved', async () => {
  const { page } = shopper;
  const typedIn = (label: string) => main().getByLabel(label, { exact: true }).inputValue();
  await shopper.open('/dashboard/profile');
  await main().getByLabel('Phone').fill('ask my neighbour');
  await main().getByLabel('Address', { exact: true }).fill('12 Harbour Lane');
  await main().getByLabel('City').fill('Portland');
  await main().getByLabel('State').fill('ME');
  await main().getByLabel('ZIP code').fill('04101');
  await press('Save Changes');
  await says('Please enter a valid phone number.');
  await main().getByRole('listitem').getByText('12 Harbour Lane').waitFor();
  expect(await typedIn('Phone')).toBe('ask my neighbour');
  await main().getByLabel('Phone').fill('555 0100');
  await press('Save Changes');
  await says('Profile updated successfully!');
  await page.reload();
  await expect.poll(() => typedIn('Phone')).toBe('555 0100');
  expect(await typedIn('City')).toBe('Portland');
  await expect.poll(() => main().getByRole('listitem').getByText('12 Harbour Lane').count()).toBe(1);
});

test('a new email address is pending, the mail can be resent and the change cancelled', async () => {
  const { page } = shopper;
  await shopper.open('/dashboard/profile');
  await main().getByLabel('Email', { exact: true }).fill(`new-${shopper.email}`);
  await main().getByLabel('Your password').fill(PASSWORD);
  await press('Save Changes');
  await says('Profile updated successfully!');
  await main().getByText(`new-${shopper.email} is not confirmed yet.`).waitFor();
  await expect.poll(() => main().getByLabel('Email', { exact: true }).inputValue()).toBe(shopper.email);
  expect(await violationsOf(page)).toEqual([]);
  await press('Resend');
  await says('The link to confirm your new email address is on its way.');
  await page.reload();
  await main().getByText('is not confirmed yet.').waitFor();
  await press('Cancel change');
  await says('Your email address stays as it is.');
  await main().getByText('is not confirmed yet.').waitFor({ state: 'detached' });
  await shopper.open('/undo-email-change?token=used');
  await press('Keep my address');
  await says('This link is invalid or has expired. Please request a new one.');
  expect(await violationsOf(page)).toEqual([]);
});

test('the newsletter checkbox shows the stored state and a pending confirmation', async () => {
  const { page } = shopper;
  await shopper.open('/dashboard/profile');
  const box = main().getByLabel('Newsletter');
  await box.check();
  await press('Save Preferences');
  await says('Please open our email to your address');
  await main().getByText('Not confirmed yet').waitFor();
  expect(await box.isChecked()).toBe(false);
  await main().getByLabel('Order updates').uncheck();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await press('Save Preferences');
  expect((await saved).status()).toBe(200);
  await page.reload();
  await main().getByText('Not confirmed yet').waitFor();
  expect([await box.isChecked(), await main().getByLabel('Order updates').isChecked()]).toEqual([false, false]);
});

test('two-factor sign-in requires a verified address and offers to send the mail', async () => {
  await shopper.open('/dashboard/security');
  await main().getByText('Please verify your email address before you switch on two-factor sign-in.').waitFor();
  expect(await main().getByRole('button', { name: 'Switch on' }).count()).toBe(0);
  await press('Send the link');
  await says('The link to verify your email address is on its way.');
  expect(await violationsOf(shopper.page)).toEqual([]);
});

test('the profile keeps typed input, and its address is the default of the address book', async () => {
  await shopper.open('/dashboard/profile');
  await main().getByLabel('Phone').fill('555 0100');
  await main().getByLabel('Address', { exact: true }).fill('12 Harbour Lane');
  await main().getByLabel('City').fill('Portland');
  await main().getByLabel('State').fill('ME');
  await main().getByLabel('ZIP code').fill('04101');
  await press('Save Changes');
  await says('Profile updated successfully!');
  await main().getByRole('listitem').getByText('12 Harbour Lane').waitFor();
  await press('Add address');
  const dialog = shopper.page.getByRole('dialog');
  await dialog.getByLabel('Address line 1').fill('7 Mill Street');
  await shopper.page.keyboard.press('Escape');
  await shopper.page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByLabel('City').fill('Salem');
  await dialog.getByLabel('State').fill('MA');
  await dialog.getByLabel('Postal code').fill('01970');
  await endSession();
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await shopper.page.waitForURL((url) => url.pathname === '/login');
  await shopper.logIn(shopper.email, PASSWORD);
  await says('Your session had ended. What you typed is here again, but it is not saved yet.');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await says('Address saved');
  await main().getByRole('button', { name: 'Make default: 7 Mill Street' }).click();
  await expect.poll(() => main().getByLabel('Address', { exact: true }).inputValue()).toBe('7 Mill Street');
  await main().getByLabel('Order updates').uncheck();
  await press('Save Preferences');
  await says('Notification preferences updated!');
  await shopper.page.reload();
  await expect.poll(() => main().getByLabel('Phone').inputValue()).toBe('555 0100');
  expect(await main().getByLabel('Order updates').isChecked()).toBe(false);
  expect(await violationsOf(shopper.page)).toEqual([]);
});

test('unsaved input survives a session that expires in another tab, but not a logout there', async () => {
  const { page } = shopper;
  const dialog = page.getByRole('dialog');
  const typeAddress = async (line: string) => {
    await press('Add address');
    await dialog.getByLabel('Address line 1').fill(line);
  };
  const isLoggedOut = () => page.waitForURL((url) => url.pathname === '/login');
  await shopper.open('/dashboard/profile');
  await typeAddress('7 Mill Street');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/dashboard/profile');
  await otherTab.getByRole('button', { name: 'Add address' }).waitFor();
  await endSession();
  await otherTab.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Order History' }).click();
  await isLoggedOut();
  await shopper.logIn(shopper.email, PASSWORD);
  await says('Your session had ended. What you typed is here again, but it is not saved yet.');
  expect(await dialog.getByLabel('Address line 1').inputValue()).toBe('7 Mill Street');
  await dialog.getByLabel('Address line 1').fill('8 Mill Street');

  await otherTab.goto('/dashboard');
  await otherTab.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await isLoggedOut();
  expect(await page.evaluate(() => sessionStorage.getItem('typed'))).toBeNull();
  await otherTab.close();
});

test('changes made while the profile is being saved are kept', async () => {
  const { page } = shopper;
  let release = () => {};
  await page.route(/api\/(auth\/profile|account\/notifications)$/, async (route) => {
    if (route.request().method() === 'PUT') {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    await route.continue();
  });
  const isSent = () => page.waitForRequest((request) => request.method() === 'PUT');
  await shopper.open('/dashboard/profile');
  await main().getByLabel('Phone').fill('555 0100');
  const profileSent = isSent();
  await press('Save Changes');
  await profileSent;
  await main().getByLabel('Phone').fill('555 0199');
  release();
  await says('Profile updated successfully!');
  expect(await main().getByLabel('Phone').inputValue()).toBe('555 0199');

  await main().getByLabel('Order updates').uncheck();
  const choiceSent = isSent();
  await press('Save Preferences');
  await choiceSent;
  await main().getByLabel('Newsletter').check();
  release();
  await says('Notification preferences updated!');
  await main().getByRole('button', { name: 'Save Preferences' }).waitFor();
  expect(await main().getByLabel('Newsletter').isChecked()).toBe(true);
  expect(await main().getByLabel('Order updates').isChecked()).toBe(false);
});

test('the question for the password stays open until its refusal is shown', async () => {
  const { page } = shopper;
  await verifyAddress(shopper.email);
  await shopper.open('/dashboard/security');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/two-factor/setup', async (route) => {
    await released;
    await route.continue();
  });
  await press('Switch on');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('Not-this-one-1');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('One moment…').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  release();
  await dialog.getByText('The current password is not correct.').first().waitFor();
});

test('the avatar is cropped by keyboard or by dragging', async () => {
  const { page } = shopper;
  await shopper.open('/dashboard/profile');
  const half = (background: string) => sharp({ create: { width: 200, height: 200, channels: 3, background } }).png();
  const buffer = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#c00' } })
    .composite([{ input: await half('#00c').toBuffer(), left: 200, top: 0 }])
    .png()
    .toBuffer();
  const dialog = page.getByRole('dialog');
  const choose = () =>
    page.getByLabel('Picture file').setInputFiles({ name: 'halves.png', mimeType: 'image/png', buffer });
  /** Red and blue of the avatar's middle row, from left to right. */
  const edges = async () => {
    const path = await main().locator('img[width="120"]').getAttribute('src');
    const { data, info } = await sharp(await (await page.request.get(path ?? '')).body())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number) => (info.width * (info.height / 2) + x) * 3;
    return [at(4), at(info.width - 5)].map((place) => ((data[place] ?? 0) > (data[place + 2] ?? 0) ? 'red' : 'blue'));
  };
  await choose();
  await expect.poll(() => dialog.getByLabel('Top to bottom').isDisabled()).toBe(true);
  await dialog.getByLabel('Left to right').press('End');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save picture' }).press('Enter');
  await says('Avatar updated successfully!');
  expect(await edges()).toEqual(['blue', 'blue']);

  await choose();
  const box = await dialog.getByRole('img').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 120);
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 4 });
  await page.mouse.move(1400, 400, { steps: 4 });
  await page.mouse.up();
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(edges).toEqual(['red', 'red']);
});

test('Back asks about unsaved profile changes, even from an untouched address dialog', async () => {
  await shopper.open('/dashboard');
  const { page } = shopper;
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Profile' }).click();
  await main().getByLabel('Phone').fill('555 0199');
  await press('Add address');
  await page.getByRole('dialog').getByLabel('Address line 1').waitFor();
  await page.goBack();
  await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(new URL(page.url()).pathname).toBe('/dashboard/profile');
  await expect.poll(() => main().getByLabel('Phone').inputValue()).toBe('555 0199');
  await page.goBack();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL((url) => url.pathname === '/dashboard');
});

test('the current section is fully visible on a phone', async () => {
  const { page } = shopper;
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/dashboard/security', '/dashboard/orders', '/dashboard']) {
      await shopper.open(path);
      const current = page.getByRole('navigation', { name: 'Account' }).locator('[aria-current]');
      const isInside = async () => {
        const box = await current.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= width;
      };
      await expect.poll(isInside, { message: `${path} at ${width} px` }).toBe(true);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }
  }
});

test('a page beyond the last of the order history links to the first', async () => {
  const customer = await openShopper();
  const { page } = customer;
  await customer.open('/login');
  await customer.logIn('shopper@stoa.test', 'stoa-shopper-demo');
  await customer.open('/dashboard/orders?page=99');
  await page.getByRole('heading', { name: 'No orders on this page' }).waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
  await page.getByRole('link', { name: 'To the first page' }).click();
  await page
    .getByRole('link', { name: /^View order/ })
    .first()
    .waitFor();
  expect(page.url()).toMatch(/\/dashboard\/orders$/);
  await customer.open('/dashboard/orders?page=9999999');
  await page.getByRole('heading', { name: 'No orders on this page' }).waitFor();
});

test('other devices are listed and signed out; the password change requires matching passwords', async () => {
  const phone = await openShopper();
  await phone.open('/login');
  await phone.logIn(shopper.email, PASSWORD);
  await shopper.open('/dashboard/security');
  await press('Sign out all other devices');
  await says('All other devices were signed out.');
  await phone.open('/dashboard');
  await phone.page.waitForURL((url) => url.pathname === '/login');
  for (const label of ['Current password', 'New password', 'Confirm new password']) {
    expect(await main().getByRole('textbox', { name: label, exact: true }).getAttribute('aria-required')).toBe('true');
    const show = main().getByRole('button', { name: 'Show password', description: label, exact: true });
    expect(await show.count()).toBe(1);
  }
  await main().getByLabel('Current password').fill(PASSWORD);
  await main().getByLabel('New password', { exact: true }).fill('Battery-staple-2');
  await main().getByLabel('Confirm new password').fill('Battery-staple-3');
  await press('Change Password');
  await says('Passwords do not match!');
  await main().getByLabel('Confirm new password').fill('Battery-staple-2');
  await press('Change Password');
  await says('Password changed successfully!');
  const [download] = await Promise.all([shopper.page.waitForEvent('download'), press('Download my data')]);
  expect(download.suggestedFilename()).toMatch(/^my-data-.*\.json$/);
  expect(await violationsOf(shopper.page)).toEqual([]);
});

/** Two-factor sign-in, from the button to the recovery codes. */
async function switchOn(): Promise<void> {
  const { page } = shopper;
  await press('Switch on');
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = ((await main().locator('code').textContent()) ?? '').replaceAll(' ', '');
  await main().getByLabel('Code from the app').fill(code(secret));
  await press('Switch on');
  await main().getByRole('heading', { name: 'Save these recovery codes' }).waitFor();
}

test("with two-factor sign-in enabled, a login requires the app's code", async () => {
  const { page } = shopper;
  await verifyAddress(shopper.email);
  await shopper.open('/dashboard/security');
  await switchOn();
  await says('Two-factor sign-in is on. Your other devices were signed out.');
  const recovery = await main().locator('ul.font-mono li').allTextContents();
  expect(recovery).toHaveLength(10);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.getByText(recovery[9] ?? '').isVisible()).toBe(true);
  expect(await page.getByText('Where you are signed in').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await press('I have saved them');
  await main().getByText('10 recovery codes are left.').waitFor();
  await press('Logout');
  await settlesAt(page, '/');
  await shopper.open('/login');
  const credentials = async () => {
    await main().getByLabel('Email', { exact: true }).fill(shopper.email);
    await main().getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press('Log in');
    await main().getByRole('heading', { name: 'Enter your code' }).waitFor();
  };
  await credentials();
  await main().getByLabel('Code').fill('000000');
  await press('Log in');
  await says('This code is not correct, or was used before.');
  await main()
    .getByLabel('Code')
    .fill(recovery[0] ?? '');
  await press('Log in');
  await page.waitForURL((url) => url.pathname === '/');
  await shopper.open('/dashboard/security');
  await main().getByText('9 recovery codes are left.').waitFor();
});

test('an admin without a second factor must set it up first, if the shop requires it', async () => {
  const { page } = shopper;
  await verifyAddress(shopper.email);
  await promote(shopper.email);
  await shopper.open('/login');
  if (new URL(page.url()).pathname === '/login') await shopper.logIn(shopper.email, PASSWORD);
  // The setting itself would affect every other test's admin, so only this page's response is changed.
  await page.route('**/api/auth/two-factor', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.is_required = !body.data.is_enabled;
    await route.fulfill({ response: answer, json: body });
  });
  await shopper.open('/admin/orders');
  await page.getByRole('heading', { level: 1, name: 'Two-factor sign-in is required' }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await switchOn();
  // Long enough for the state to be read again on returning to the tab.
  await page.waitForTimeout(5_100);
  const isRead = page.waitForResponse('**/api/auth/two-factor');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await isRead;
  await page.waitForTimeout(300);
  await press('I have saved them');
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
});

test('deleting the account asks first and needs the mailed link', async () => {
  const { page } = shopper;
  await shopper.open('/dashboard/security');
  await press('Delete Account');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep account' }).click();
  await press('Delete Account');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Account' }).click();
  await says('Account deletion request submitted. You will receive a confirmation email.');
  await shopper.open('/delete-account');
  await says('This link is incomplete. Please open the link in the email again, or request a new one.');
  await main().getByRole('link', { name: 'Get a new link' }).click();
  await main().getByRole('button', { name: 'Delete Account' }).waitFor();
  await shopper.open('/delete-account?token=used');
  await press('Delete my account');
  await says('This link is invalid or has expired. Please request a new one.');
  await main().getByRole('link', { name: 'Keep account' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('the admin’s profile shows real dates and figures with the specified texts', async () => {
  const admin = await openShopper();
  await admin.enterBackOffice('/admin/profile');
  const { page } = admin;
  await page.getByText('Contact super admin to change role').waitFor();
  await expect.poll(() => page.getByLabel('Role').inputValue()).toBe('Super Administrator');
  await page.getByText('Login sessions').waitFor();
  await page.getByLabel('Bio').fill('Keeps the shop.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Profile updated successfully!').waitFor();
  await page.getByLabel('Current password').fill(ADMIN.password);
  await page.getByLabel('New password', { exact: true }).fill('Short1');
  await page.getByLabel('Confirm new password').fill('Short2');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByText('New passwords do not match!').first().waitFor();
  await page.getByLabel('Confirm new password').fill('Short1');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByText('Password must be at least 8 characters long!').first().waitFor();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep account' }).click();
  expect(await violationsOf(page)).toEqual([]);
});
