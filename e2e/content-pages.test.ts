import { expect, test } from 'vitest';
import { ADMIN, openShopper } from './shopper.ts';
import { violationsOf } from './violations.ts';

/** What somebody copies from another website. */
const PASTED = `<h1 style="color:red" onclick="alert(1)">Our workshop</h1>
<script>document.title = 'hacked'</script>
<p>We <b>repair</b> what we <a href="javascript:alert(1)">sell</a>, <a href="https://example.com/why">and why</a>.</p>
<img src="https://example.com/tracker.png" onerror="alert(1)"><ul><li>Lamps</li><li>Chairs</li></ul>`;

const STAMP = Date.now();

test('a merchant writes a page with pasted text, publishes it and moves it; the old address leads to the new one', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/content/pages/new');
  await page.getByLabel('Title', { exact: true }).fill(`Our Workshop ${STAMP}`);
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe(`our-workshop-${STAMP}`);

  const text = page.getByRole('textbox', { name: 'Text' });
  await text.click();
  await page.evaluate((html) => {
    const data = new DataTransfer();
    data.setData('text/html', html);
    document
      .querySelector('[role="textbox"][aria-multiline]')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, PASTED);
  await text.getByText('Chairs').waitFor();
  await text.press('ControlOrMeta+End');
  await text.press('Enter');
  await text.press('Enter');
  await page.getByRole('button', { name: 'Quote' }).click();
  await text.pressSequentially('They last.');

  const preview = page.frameLocator('iframe[title="Preview of the page"]');
  await preview.getByRole('heading', { name: `Our Workshop ${STAMP}`, includeHidden: true }).waitFor();
  await preview.getByText('They last.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('switch', { name: 'Published' }).check();
  // Created, but the response is lost: saving again is the same request.
  await page.route(
    '**/api/admin/content/pages',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.getByText('The shop cannot be reached.').first().waitFor();
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.waitForURL(/\/admin\/content\/pages\/\d+$/);

  await merchant.open(`/pages/our-workshop-${STAMP}`);
  await page.getByRole('heading', { level: 1, name: `Our Workshop ${STAMP}` }).waitFor();
  const article = page.getByRole('article');
  await expect.poll(() => article.locator('strong').allTextContents()).toEqual(['repair']);
  await expect.poll(() => article.getByRole('link').allTextContents()).toEqual(['and why']);
  expect(await article.locator('img').count()).toBe(0);
  await expect.poll(() => article.locator('blockquote').textContent()).toBe('They last.');
  await expect.poll(() => page.title()).toContain(`Our Workshop ${STAMP} |`);
  expect(await violationsOf(page)).toEqual([]);

  await page.goBack();
  await page.getByLabel('Address').fill(`workshop-${STAMP}`);
  // Somebody else saves the same page first.
  const id = Number(page.url().split('/').at(-1));
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('auth_token'))}` };
  const { data } = await (await page.request.get(`/api/admin/content/pages/${id}`, { headers })).json();
  await page.request.put(`/api/admin/content/pages/${id}`, { headers, data: { ...data, seo_title: 'Theirs' } });
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.getByText('Somebody else has changed this in the meantime. Review it before you save.').waitFor();
  await page.getByRole('button', { name: 'Keep mine and save again' }).click();
  await page.getByText(`Page Our Workshop ${STAMP} saved`).waitFor();
  await merchant.open(`/pages/our-workshop-${STAMP}?from=mail`);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/pages/workshop-${STAMP}?from=mail`);
  // Browsers log the lost response and the refused save.
  expect(merchant.complaints.filter((complaint) => !/ERR_CONNECTION_RESET|409 \(Conflict\)/.test(complaint))).toEqual(
    [],
  );
});

test('a merchant redirects an old address, and is told why a loop is refused', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/content/redirects');
  const add = async (from: string, to: string) => {
    await page.getByRole('button', { name: 'Add Redirect' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add Redirect' });
    await dialog.getByLabel('From').fill(from);
    await dialog.getByLabel('To').fill(to);
    await dialog.getByRole('button', { name: 'Save redirect' }).click();
    return dialog;
  };
  await (await add(`/old-${STAMP}`, '/faq')).waitFor({ state: 'hidden' });
  await page.getByRole('rowheader', { name: `/old-${STAMP}`, exact: true }).waitFor();
  const response = await page.request.get(`/old-${STAMP}`, { maxRedirects: 0 });
  expect([response.status(), response.headers().location]).toEqual([301, '/faq']);
  // Saved, but the response is lost: saving again is the same request.
  await page.route(
    '**/api/admin/content/redirects',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  const lost = await add(`/lost-${STAMP}`, '/faq');
  await lost.getByText('The shop cannot be reached.').waitFor();
  await lost.getByRole('button', { name: 'Save redirect' }).click();
  await lost.waitFor({ state: 'hidden' });
  const dialog = await add('/faq', `/old-${STAMP}`);
  await dialog.getByText('a redirect would never be used').first().waitFor();
});

test('a merchant writes a post; readers find it in the blog, by its tag and in the feed', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/content/posts/new');
  const title = `Oiling a table ${STAMP}`;
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Summary').fill('Twice a year is enough.');
  await page.getByLabel('Author').fill('Ida Sommer');
  await page.getByLabel('Tags').fill(`Care ${STAMP}, wood`);
  await page.getByLabel('Choose a picture or drop it here').setInputFiles('public/icon-512.png');
  await page.getByLabel('Description of the picture').fill('A table');
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.type('Wood moves with the seasons.');
  const preview = page.frameLocator('iframe[title="Preview of the post"]');
  await preview.getByText('Wood moves with the seasons.').waitFor();
  await preview.getByText('Ida Sommer').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('switch', { name: 'Published' }).check();
  await page.getByRole('button', { name: 'Save post' }).click();
  await page.waitForURL(/\/admin\/content\/posts\/\d+$/);

  const reader = await openShopper();
  await reader.open('/');
  await reader.page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await reader.page.getByRole('heading', { name: 'Looking after an iron pan' }).waitFor();
  await reader.page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
  expect(await violationsOf(reader.page)).toEqual([]);
  await reader.page.getByRole('heading', { name: title }).getByRole('link').click();
  await reader.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await reader.page.getByRole('img', { name: 'A table' }).waitFor();
  const more = reader.page.getByRole('region', { name: 'More posts' }).getByRole('heading', { level: 3 });
  await expect.poll(() => more.allTextContents()).toHaveLength(3);
  expect(await more.allTextContents()).not.toContain(title);
  expect(await violationsOf(reader.page)).toEqual([]);
  await reader.page
    .getByRole('list', { name: 'Tags' })
    .getByRole('link', { name: `care ${STAMP}` })
    .click();
  await reader.page.getByRole('heading', { level: 1, name: `Posts about care ${STAMP}` }).waitFor();
  await expect
    .poll(() => reader.page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents())
    .toEqual([title]);
  const feed = await reader.page.request.get('/blog/feed.xml');
  expect([feed.headers()['content-type'], await feed.text()]).toEqual([
    'application/rss+xml; charset=utf-8',
    expect.stringContaining(`<title>${title}</title>`),
  ]);
  const html = await (await reader.page.request.get(`/blog/oiling-a-table-${STAMP}`)).text();
  expect(html).toContain('"@type":"BlogPosting"');
  expect([...merchant.complaints, ...reader.complaints]).toEqual([]);
});

test('text typed while a page is being saved stays in the form as an unsaved change', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/content/pages/new');
  await page.getByLabel('Title', { exact: true }).fill(`Slow ${STAMP}`);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.click();
  await page.keyboard.type('First.');
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.waitForURL(/\/admin\/content\/pages\/\d+$/);
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/admin/content/pages/*', async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await page.getByLabel('Title for search engines').fill('Sent');
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
  await text.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Second.');
  await page.getByLabel('Title for search engines').fill('Typed meanwhile');
  release();
  await page.getByText(`Page Slow ${STAMP} saved`).waitFor();
  await page.unrouteAll();
  await expect.poll(() => page.getByLabel('Title for search engines').inputValue()).toBe('Typed meanwhile');
  // It is warned about, and saved the next time.
  await page.getByRole('link', { name: 'Pages', exact: true }).last().click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  // The first save's notice may still be visible.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save page' }).click();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await text.getByText('First. Second.').waitFor();
  await expect.poll(() => page.getByLabel('Title for search engines').inputValue()).toBe('Typed meanwhile');
});

test('a date with its year is typed by keyboard, in the shop’s time zone', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/content/pages/new');
  const from = page.getByLabel('Visible from');
  await from.focus();
  await page.keyboard.type('112520270930PM');
  await expect.poll(() => from.inputValue()).toBe('2027-11-25T21:30');
  expect(merchant.complaints).toEqual([]);
});

test('redirects are imported from a file; the rows that are left out are named', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/content/redirects');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import redirects' });
  const text = `Redirect from,Redirect to\n/moved-${STAMP},/faq\n/products,/faq\n`;
  const file = { name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await dialog.getByLabel('Choose a CSV file or drop it here').setInputFiles(file);
  await dialog.getByText('1 created, 0 updated, 0 unchanged, 1 not imported.').waitFor();
  await dialog.getByText(/^Line 3, \/products: There is a page/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('rowheader', { name: `/moved-${STAMP}`, exact: true }).waitFor();
});

test('a post is here again after the session has ended while it was written', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/content/posts/new');
  await page.getByLabel('Title', { exact: true }).fill('Waxing a floor');
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await page.keyboard.type('Start in the far corner.');
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('auth_token')}` };
    await fetch('/api/auth/logout', { method: 'POST', headers });
  });
  await page.getByRole('button', { name: 'Save post' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  await merchant.logIn(ADMIN.email, ADMIN.password);
  await page.getByText('Your session had ended. What you typed is here again, but it is not saved yet.').waitFor();
  await page.getByRole('textbox', { name: 'Text', exact: true }).getByText('Start in the far corner.').waitFor();
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Waxing a floor');
});

test('a double click deletes a redirect and a page once', async () => {
  const merchant = await openShopper();
  const { page } = merchant;
  await merchant.enterBackOffice('/admin/content/redirects');
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('auth_token'))}` };
  const from_path = `/twice-${STAMP}`;
  const data = { from_path, to_path: '/about', status: 301 };
  expect((await page.request.post('/api/admin/content/redirects', { headers, data })).ok()).toBe(true);
  let deletions = 0;
  await page.route(/content\/(redirects|pages)\/\d+$/, async (route) => {
    if (route.request().method() === 'DELETE') {
      deletions += 1;
      await page.waitForTimeout(500);
    }
    await route.continue();
  });
  await merchant.open(`/admin/content/redirects?search=twice-${STAMP}`);
  await page.getByRole('button', { name: new RegExp(`^Delete .*twice-${STAMP}`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete redirect' }).dblclick();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(deletions).toBe(1);

  await merchant.open('/admin/content/pages/new');
  await page.getByLabel('Title', { exact: true }).fill(`Twice ${STAMP}`);
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.waitForURL(/\/admin\/content\/pages\/\d+$/);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete page' }).dblclick();
  await page.waitForURL(/\/admin\/content\/pages$/);
  expect(deletions).toBe(2);
});
