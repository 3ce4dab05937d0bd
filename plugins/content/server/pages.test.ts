import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countWaiting, createCustomer, signIn } from '#plugin/testing';
import { type ContentTestShop, openContentShop, pictureForm, textOf } from '../testing.ts';

let shop: ContentTestShop;
beforeAll(async () => {
  shop = await openContentShop();
});
afterAll(() => shop.close());

const change = (id: number, body: ReturnType<ContentTestShop['pageBody']> & { revision: number }) =>
  shop.call('PUT /admin/content/pages/{id}', { params: { id }, body }, shop.admin);
const list = async (query: Record<string, unknown>) =>
  (await shop.call('GET /admin/content/pages', { query }, shop.admin)).data;

describe('a page', () => {
  test('is public once published, with a description for search engines', async () => {
    const draft = await shop.createPage({ title: 'Repairs', slug: 'repairs', is_published: false });
    expect((await shop.readPublic('repairs')).failure.code).toBe('content.page_not_found');
    await change(draft.id, { ...shop.pageBody(), title: 'Repairs', slug: 'repairs', revision: 1 });
    await expect.poll(async () => (await shop.readPublic('repairs')).status).toBe(200);
    expect((await shop.readPublic('repairs')).data).toMatchObject({
      title: 'Repairs',
      seo_title: 'Repairs',
      seo_description: 'We repair what we sell.',
    });
  });

  test('appears and disappears at its times', async () => {
    const at = (minutes: number) => new Date(shop.services.now().getTime() + minutes * 60_000).toISOString();
    await shop.createPage({ slug: 'sale', publish_from: at(10), publish_until: at(20) });
    const statusOf = async () => (await list({ search: 'sale' })).data[0]?.status;
    expect([(await shop.readPublic('sale')).status, await statusOf()]).toEqual([404, 'scheduled']);
    await shop.advance({ minutes: 11 });
    expect([(await shop.readPublic('sale')).status, await statusOf()]).toEqual([200, 'published']);
    await shop.advance({ minutes: 10 });
    await expect.poll(async () => (await shop.readPublic('sale')).status).toBe(404);
    expect(await statusOf()).toBe('ended');
  });

  test('is in the sitemap while it is public', async () => {
    await shop.createPage({ slug: 'in-the-sitemap' });
    await shop.createPage({ slug: 'not-in-the-sitemap', is_published: false });
    await shop.advance({ minutes: 11 });
    const { body } = await shop.app.inject({ url: '/sitemap.xml' });
    expect(body).toContain('<loc>http://shop.test/pages/in-the-sitemap</loc><lastmod>');
    expect(body).not.toContain('not-in-the-sitemap');
  });

  test('is not overwritten by a second tab, which gets the current one', async () => {
    const { id } = await shop.createPage();
    const first = { ...shop.pageBody(), title: 'First', revision: 1 };
    expect((await change(id, first)).data.revision).toBe(2);
    const { failure } = await change(id, { ...first, title: 'Second' });
    expect(failure.code).toBe('content.changed');
    expect(failure.data).toMatchObject({ page: { title: 'First', revision: 2 } });
    // The same save twice, as after a lost answer.
    expect((await change(id, first)).data.revision).toBe(2);
    expect(await shop.auditedActions('content_page', id)).toEqual(['content.create_page', 'content.change_page']);
  });

  test('has an address of its own, also when two are created at once', async () => {
    const create = () =>
      shop.call('POST /admin/content/pages', { body: shop.pageBody({ slug: 'only-one' }) }, shop.admin);
    const replies = await Promise.all([create(), create(), create()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const other = await shop.createPage();
    const { failure } = await change(other.id, { ...shop.pageBody({ slug: 'only-one' }), revision: 1 });
    expect(failure).toMatchObject({ code: 'content.slug_taken', errors: { slug: ['Another page has this address.'] } });
  });

  test('is refused with HTML, a dangerous link or an end before its start', async () => {
    const create = async (fields: object) =>
      (await shop.call('POST /admin/content/pages', { body: { ...shop.pageBody(), ...fields } }, shop.admin)).failure
        .errors;
    expect(await create({ body: '<p>Hello</p>' })).toHaveProperty('body');
    const marks = [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }];
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Here', marks }] }] };
    expect(await create({ body })).not.toEqual({});
    const [publish_from, publish_until] = ['2027-01-02T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];
    expect(await create({ publish_from, publish_until })).toHaveProperty('publish_until');
  });

  test('is deleted once, and audited', async () => {
    const { id } = await shop.createPage();
    const remove = () => shop.call('DELETE /admin/content/pages/{id}', { params: { id } }, shop.admin);
    expect((await remove()).message).toBe('Page deleted');
    expect((await remove()).failure.code).toBe('content.page_not_found');
    expect((await shop.auditedActions('content_page', id)).at(-1)).toBe('content.delete_page');
  });

  test('is written by admins only', async () => {
    const customer = { token: await signIn(shop, await createCustomer(shop.services.db)) };
    const { failure } = await shop.call('POST /admin/content/pages', { body: shop.pageBody() }, customer);
    expect(failure.code).toBe('auth.forbidden');
  });
});

test('the back office finds pages by title, address and status, in pages', async () => {
  for (const title of ['100% wool', '100 wools', 'Wool care']) await shop.createPage({ title });
  await shop.createPage({ title: 'Wool draft', is_published: false });
  expect((await list({ search: '100% w' })).data.map(({ title }) => title)).toEqual(['100% wool']);
  expect((await list({ search: 'wool', status: 'draft' })).total).toBe(1);
  expect(await list({ search: 'wool', per_page: 3, page: 2 })).toMatchObject({
    total: 4,
    data: [{ title: '100% wool' }],
  });
});

describe('pictures of a page', () => {
  const upload = async () =>
    (await shop.call('POST /admin/content/pictures', { body: await pictureForm() }, shop.admin)).data;

  test('with half an emoji in their alt text are refused by field', async () => {
    const attrs = { ...(await upload()), alt: 'A lamp \ud83d' };
    const content = [{ type: 'image' as const, attrs }];
    const body = { ...shop.pageBody(), slug: 'half-an-emoji', body: { type: 'doc' as const, content } };
    const { status, failure } = await shop.call('POST /admin/content/pages', { body }, shop.admin);
    expect([status, failure.errors]).toEqual([
      422,
      { 'body.content.0.attrs.alt': ['Control characters are not allowed.'] },
    ]);
  });

  test('keep their proportions, and are released when no page shows them', async () => {
    const { src, width, height } = await upload();
    expect([width, height]).toEqual([512, 512]);
    const body = {
      type: 'doc' as const,
      content: [{ type: 'image' as const, attrs: { src, alt: '', width, height } }],
    };
    const page = await shop.createPage({ body });
    const release = async () => {
      await shop.advance({ days: 2 });
      await shop.jobs.run('content.release-pictures');
    };
    await release();
    expect((await change(page.id, { ...shop.pageBody(), body, title: 'Still there', revision: 1 })).status).toBe(200);
    await change(page.id, { ...shop.pageBody(), body: textOf('No picture'), revision: 2 });
    await release();
    const { failure } = await change(page.id, { ...shop.pageBody(), body, revision: 3 });
    expect(failure.code).toBe('content.picture_unknown');
  });

  test('are not what its text and its links name', async () => {
    const { src } = await upload();
    const links = ['https://example.com/media/uploads/catalog', `${src}-1280.webp`];
    const content = links.map((href) => ({
      type: 'paragraph' as const,
      content: [{ type: 'text' as const, text: `See ${href}`, marks: [{ type: 'link' as const, attrs: { href } }] }],
    }));
    const page = await shop.createPage({ slug: 'with-links', body: { type: 'doc', content } });
    expect(page.body.content).toEqual(content);
  });

  test('are kept when they are uploaded again while they are released', async () => {
    const { db } = shop.services;
    const { src } = await upload();
    const again = await db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE plugin_content.picture IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
      const started = upload();
      await expect.poll(() => countWaiting(db)).toBe(1);
      // What the job does.
      await sql`DELETE FROM plugin_content.picture`.execute(tx);
      await tx.deleteFrom('plugin_picture').execute();
      return [started];
    });
    expect((await again[0])?.src).toBe(src);
    const kept = await db.selectFrom('plugin_picture').select('key').execute();
    expect(kept.map(({ key }) => `/media/uploads/${key}`)).toContain(src);
  });
});
