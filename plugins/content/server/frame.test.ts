import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminFrame } from '../frame-contract.ts';
import { type ContentTestShop, openContentShop, somePost } from '../testing.ts';

let shop: ContentTestShop;
beforeAll(async () => {
  shop = await openContentShop();
});
afterAll(() => shop.close());

const read = async () => (await shop.call('GET /admin/content/frame', {}, shop.admin)).data;
const save = async (changed: Partial<AdminFrame>) =>
  shop.call('PUT /admin/content/frame', { body: { ...(await read()), ...changed } }, shop.admin);
const frame = async () => (await shop.call('GET /shop', {})).data.frame;
const announcement = (text: string, from: string | null = null, until: string | null = null) => ({
  id: text.replace(/\W+/g, '-'),
  text,
  link_label: '',
  link_to: '',
  schedule: { from, until },
});

test('until the merchant changes something, the shop says nothing of a frame', async () => {
  expect(await frame()).toBeUndefined();
  await save({});
  expect(await frame()).toBeUndefined();
});

test('the footer leads to the blog once it has a post', async () => {
  const post = (fields: object) => shop.call('POST /admin/content/posts', { body: somePost(fields) }, shop.admin);
  await post({ is_published: false });
  const inTenMinutes = new Date(shop.services.now().getTime() + 600_000).toISOString();
  const { id } = (await post({ publish_from: inTenMinutes })).data;
  expect(await frame()).toBeUndefined();
  await shop.advance({ minutes: 11 });
  await expect.poll(async () => (await frame())?.footerLinks).toEqual([{ label: 'Blog', to: '/blog' }]);
  await shop.call('DELETE /admin/content/posts/{id}', { params: { id } }, shop.admin);
  await expect.poll(frame).toBeUndefined();
});

test('shows the first current announcement; a new text has a new id', async () => {
  const at = (minutes: number) => new Date(shop.services.now().getTime() + minutes * 60_000).toISOString();
  const shown = async () => (await frame())?.announcement?.text;
  await save({ announcements: [announcement('Sale', at(10), at(20)), announcement('Open on Sunday')] });
  await expect.poll(shown).toBe('Open on Sunday');
  const { id } = (await frame())?.announcement ?? {};
  await shop.advance({ minutes: 11 });
  await expect.poll(shown).toBe('Sale');
  await shop.advance({ minutes: 10 });
  await expect.poll(shown).toBe('Open on Sunday');
  expect((await frame())?.announcement?.id).toBe(id);
  await save({ announcements: [{ ...announcement('Open on Sunday'), text: 'Closed on Sunday' }] });
  await expect.poll(async () => (await frame())?.announcement?.id).not.toBe(id);
});

test('links of the header, and links and texts of the footer replace the shop’s own independently of each other', async () => {
  const footer_menus = [{ title: 'Help', links: [{ label: 'Repairs', to: '/pages/repairs' }] }];
  const header_menu = [{ label: 'Repairs', to: '/pages/repairs' }];
  await save({ announcements: [], header_menu, footer_menus, footer_text: '', footer_note: 'Made in Portland' });
  await expect.poll(frame).toEqual({
    announcement: null,
    headerMenu: header_menu,
    footerMenus: footer_menus,
    footerText: null,
    footerNote: 'Made in Portland',
  });
  await save({ header_menu: null, footer_menus: null, footer_note: '' });
  await expect.poll(frame).toBeUndefined();
});

test('dangerous links, two columns with the same name and half a link are refused', async () => {
  const menu = (to: string) => ({ title: 'Help', links: [{ label: 'Here', to }] });
  for (const footer_menus of [[menu('javascript:alert(1)')], [menu('/a'), menu('/b')]]) {
    expect((await save({ footer_menus })).failure.code).toBe('request.invalid');
  }
  const half = { ...announcement('Sale'), link_to: '/products' };
  expect((await save({ announcements: [half] })).failure.code).toBe('request.invalid');
});

test('a second tab does not overwrite; the same save again succeeds', async () => {
  const opened = await read();
  const put = (footer_note: string) =>
    shop.call('PUT /admin/content/frame', { body: { ...opened, footer_note } }, shop.admin);
  expect((await put('Mine')).data.revision).toBe(opened.revision + 1);
  expect((await put('Mine')).data.revision).toBe(opened.revision + 1);
  expect((await put('Theirs')).failure).toMatchObject({
    code: 'content.changed',
    data: { frame: { footer_note: 'Mine' } },
  });
});
