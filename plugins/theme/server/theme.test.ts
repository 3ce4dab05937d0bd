import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countWaiting, createPaidOrder, createProduct } from '#plugin/testing';
import { colours, openThemeShop, pictureForm, themeWith } from '../testing.ts';

let shop: Awaited<ReturnType<typeof openThemeShop>>;
beforeAll(async () => {
  shop = await openThemeShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.resetTheme());

const uploadLogo = async () =>
  (await shop.call('POST /admin/theme/logos', { body: await pictureForm() }, shop.admin)).data;
const WINE = colours({ accent: '#7a1f5c' });

test('pages have the shop’s own look until a theme is published', async () => {
  await shop.saveDraft({ light: WINE });
  expect(await shop.loadLook()).toBeUndefined();
  expect(JSON.parse((await shop.get('/api/shop')).body).data).not.toHaveProperty('look');
});

describe('a published theme', () => {
  test('is a stylesheet that browsers keep, and another one after a change', async () => {
    await shop.publishTheme({ light: WINE });
    await expect.poll(async () => (await shop.loadLook())?.stylesheet).toMatch(/^\/theme\/[0-9a-f]{16}\.css$/);
    const first = (await shop.loadLook())?.stylesheet ?? '';
    const answer = await shop.get(first);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(answer.body).toContain('--accent: light-dark(#7a1f5c, #8fd0b0)');
    await shop.publishTheme({ light: colours({ accent: '#1f3d7a' }) });
    await expect.poll(async () => (await shop.loadLook())?.stylesheet).not.toBe(first);
    // Pages that were cached with it still find it.
    expect((await shop.get(first)).statusCode).toBe(200);
  });

  test('is read once, not for each page', async () => {
    await shop.publishTheme({ light: WINE });
    await expect.poll(async () => (await shop.loadLook())?.stylesheet).toBeDefined();
    const lastRead = async () => {
      await shop.loadLook();
      return (await sql`SELECT hash, used_at FROM plugin_theme.stylesheet`.execute(shop.services.db)).rows;
    };
    // The announcement of the change may arrive between the first two.
    await expect
      .poll(async () => {
        const before = await lastRead();
        shop.clock.advance({ minutes: 1 });
        return isDeepStrictEqual(await lastRead(), before);
      })
      .toBe(true);
  });

  test('names the files of its fonts and its icon', async () => {
    const icon = (await shop.call('POST /admin/theme/icons', { body: await pictureForm() }, shop.admin)).data.src;
    await shop.publishTheme({ text_font: 'lora', heading_font: 'inter', icon });
    await expect
      .poll(() => shop.loadLook())
      .toMatchObject({ textFont: '/theme/lora-5.3.0.woff2', headingFont: '', icon });
    const font = await shop.get('/theme/lora-5.3.0.woff2');
    expect([font.statusCode, font.headers['content-type']]).toEqual([200, 'font/woff2']);
    const drawn = await shop.get(icon);
    expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'image/png']);
    expect((await shop.get('/theme/arial.woff2')).statusCode).toBe(404);
    expect((await shop.get('/theme/0123456789abcdef.css')).statusCode).toBe(404);
  });

  test('is taken back to the default theme, and kept as a draft', async () => {
    const { data } = await shop.publishTheme({ light: WINE });
    const body = { revision: data.revision };
    const after = (await shop.call('POST /admin/theme/withdraw', { body }, shop.admin)).data;
    expect(after).toMatchObject({ published: null, draft: { light: { accent: '#7a1f5c' } } });
    await expect.poll(() => shop.loadLook()).toBeUndefined();
  });
});

test('a published theme stays while a draft waits, because it would replace the draft', async () => {
  const withdraw = (revision: number) => shop.call('POST /admin/theme/withdraw', { body: { revision } }, shop.admin);
  await shop.publishTheme({ light: WINE });
  const { revision } = await shop.saveDraft({ corners: 'square' });
  expect((await withdraw(revision)).failure).toMatchObject({
    code: 'theme.draft_waiting',
    message: 'Publish or discard your draft first.',
  });
  // Who has not seen the draft is shown it first.
  expect((await withdraw(revision - 1)).failure.code).toBe('theme.changed');
  expect(await shop.readTheme()).toMatchObject({
    draft: { corners: 'square' },
    published: { light: { accent: '#7a1f5c' } },
  });
  await shop.saveDraft({ light: WINE });
  expect((await withdraw((await shop.readTheme()).revision)).data).toMatchObject({ published: null });
});

describe('the branding outside the pages', () => {
  const manifest = async () => JSON.parse((await shop.get('/manifest.webmanifest')).body);
  let subscribers = 0;
  /** The HTML of a mail sent to a shopper now. */
  const mail = async () => {
    subscribers += 1;
    const email = `reader-${subscribers}@example.com`;
    await shop.app.inject({ method: 'POST', url: '/api/newsletter', payload: { email } });
    await shop.jobs.runRequested();
    return shop.mailbox.newestTo(email).html;
  };

  test('is the shop’s own until a theme is published', async () => {
    await shop.saveDraft({ light: WINE, logo: { light: await uploadLogo(), dark: null } });
    expect(await manifest()).toMatchObject({ theme_color: '#f7f4ee', icons: [{ src: '/favicon.svg' }, {}, {}] });
    const html = await mail();
    expect(html).toContain('background:#1f4d3a');
    expect(html).not.toContain('<img');
  });

  test('mails have the colours and the logo of the theme', async () => {
    await shop.publishTheme({
      light: colours({ accent: '#7a1f5c', paper: '#fdf6fa' }),
      logo: { light: await uploadLogo(), dark: null },
    });
    await expect.poll(mail).toMatch(/class="button" style="[^"]*background:#7a1f5c;color:#ffffff/);
    const [, address = ''] =
      /<img src="[^"]*(\/theme\/logo-[0-9a-f]{16}\.png)" alt="Stoa" width="48" height="48"/.exec(await mail()) ?? [];
    const answer = await shop.get(address);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect(answer.headers['cache-control']).toContain('immutable');
  });

  test('the installed shop has the background and the icon of the theme, in two sizes', async () => {
    const icon = (await shop.call('POST /admin/theme/icons', { body: await pictureForm() }, shop.admin)).data.src;
    await shop.publishTheme({ light: colours({ paper: '#fdf6fa' }), icon });
    await expect.poll(manifest).toMatchObject({
      name: 'Stoa',
      theme_color: '#fdf6fa',
      background_color: '#fdf6fa',
      icons: [
        { src: icon, sizes: '180x180', type: 'image/png' },
        { src: icon.replace('.png', '-large.png'), sizes: '512x512', type: 'image/png' },
      ],
    });
    for (const { src } of (await manifest()).icons) expect((await shop.get(src)).statusCode, src).toBe(200);
  });

  test('without an icon, the installed shop has the logo', async () => {
    await shop.publishTheme({ logo: { light: await uploadLogo(), dark: null } });
    await expect.poll(manifest).toMatchObject({ icons: [{ src: expect.stringMatching(/logo-/), sizes: '512x512' }] });
  });

  test('invoices have the logo and the accent', async () => {
    const { id } = await createProduct(shop.services.db);
    const { orderId, shopper } = await createPaidOrder(shop, id);
    const invoice = async () => {
      const url = `/api/orders/${orderId}/invoice`;
      const headers = { authorization: `Bearer ${shopper.token}` };
      return (await shop.app.inject({ method: 'GET', url, headers })).rawPayload.toString('latin1');
    };
    expect(await invoice()).not.toContain('/Subtype /Image');
    await shop.publishTheme({ light: WINE, logo: { light: await uploadLogo(), dark: null } });
    await expect.poll(async () => (await manifest()).icons).toHaveLength(1);
    expect(await invoice()).toContain('/Subtype /Image');
  });
});

describe('contrast', () => {
  test('a colour that is too hard to read is not published, and says where', async () => {
    const { failure } = await shop.publishTheme({ light: colours({ accent: '#9adfc0' }) });
    expect(failure).toMatchObject({
      code: 'theme.contrast',
      errors: { 'light.accent': [expect.stringMatching(/^Accent on the background has 1\.\d:1/), expect.anything()] },
    });
    expect((await shop.readTheme()).published).toBeNull();
  });

  test('a draft may be unreadable while it is worked on', async () => {
    expect((await shop.saveDraft({ dark: colours({ ink: '#333333' }) })).draft?.dark.ink).toBe('#333333');
  });
});

describe('saving', () => {
  test('on top of a version that somebody else changed is refused with theirs', async () => {
    const { revision } = await shop.readTheme();
    await shop.saveDraft({ corners: 'square' });
    const body = { revision, theme: themeWith({ corners: 'extra' }) };
    const { failure } = await shop.call('PUT /admin/theme/draft', { body }, shop.admin);
    expect(failure).toMatchObject({ code: 'theme.changed', data: { theme: { draft: { corners: 'square' } } } });
  });

  test('repeating the same save succeeds', async () => {
    const { revision } = await shop.readTheme();
    const body = { revision, theme: themeWith({ corners: 'square' }) };
    const save = async () => (await shop.call('PUT /admin/theme/draft', { body }, shop.admin)).data.revision;
    expect([await save(), await save()]).toEqual([revision + 1, revision + 1]);
  });

  test('a picture that was never uploaded is refused', async () => {
    const logo = { light: { src: `/media/uploads/up-${'0'.repeat(32)}`, width: 10, height: 10 }, dark: null };
    const { revision } = await shop.readTheme();
    const body = { revision, theme: themeWith({ logo }) };
    const { failure } = await shop.call('PUT /admin/theme/draft', { body }, shop.admin);
    expect(failure.code).toBe('theme.picture_unknown');
  });

  test('a font or a colour that does not exist is refused', async () => {
    const theme = { ...themeWith({ light: colours({ accent: 'green' }) }), text_font: 'comic' as 'lora' };
    const { failure } = await shop.call('PUT /admin/theme/draft', { body: { revision: 0, theme } }, shop.admin);
    expect(Object.keys(failure.errors ?? {})).toEqual(['theme.light.accent', 'theme.text_font']);
  });
});

test('a logo is kept when it is uploaded again while it is released', async () => {
  const { db } = shop.services;
  const { src } = await uploadLogo();
  const again = await db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE plugin_theme.logo IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
    const started = uploadLogo();
    await expect.poll(() => countWaiting(db)).toBe(1);
    // What the job does.
    await sql`DELETE FROM plugin_theme.logo`.execute(tx);
    await tx.deleteFrom('plugin_picture').execute();
    return [started];
  });
  expect((await again[0])?.src).toBe(src);
  const kept = await db.selectFrom('plugin_picture').select('key').execute();
  expect(kept.map(({ key }) => `/media/uploads/${key}`)).toContain(src);
});

test('pictures in no theme are deleted after a day, and PNG logos two years after their last use; a draft’s logo stays', async () => {
  const logoInMails = async () => JSON.parse((await shop.get('/api/shop')).body).data.logo?.light.src;
  const icon = (await shop.call('POST /admin/theme/icons', { body: await pictureForm() }, shop.admin)).data.src;
  const logo = await uploadLogo();
  await shop.publishTheme({ logo: { light: logo, dark: null } });
  await expect.poll(logoInMails).toMatch(/logo-/);
  const inMails = await logoInMails();
  // The published theme becomes the draft.
  await shop.call('POST /admin/theme/withdraw', { body: { revision: (await shop.readTheme()).revision } }, shop.admin);
  await expect.poll(logoInMails).toBeUndefined();
  const after = async (days: number) => {
    shop.clock.advance({ days });
    await shop.jobs.run('theme.clean-up');
  };
  await after(2);
  expect((await shop.get(icon)).statusCode).toBe(404);
  expect((await shop.get(`${logo.src}-640.webp`)).statusCode).toBe(200);
  await after(700);
  expect((await shop.get(inMails)).statusCode).toBe(200);
  await after(60);
  const { rows } = await sql`SELECT hash FROM plugin_theme.drawing`.execute(shop.services.db);
  expect(rows).toEqual([]);
});
