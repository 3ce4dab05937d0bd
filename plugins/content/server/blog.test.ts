import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentTestShop, openContentShop, pictureForm, somePost, textOf } from '../testing.ts';

let shop: ContentTestShop;
beforeAll(async () => {
  shop = await openContentShop();
});
afterAll(() => shop.close());

const create = async (fields: object = {}) =>
  (await shop.call('POST /admin/content/posts', { body: somePost(fields) }, shop.admin)).data;
const change = (id: number, body: ReturnType<typeof somePost> & { revision: number }) =>
  shop.call('PUT /admin/content/posts/{id}', { params: { id }, body }, shop.admin);
const read = (slug: string) => shop.call('GET /content/posts/{slug}', { params: { slug } });
const list = async (query: object = {}) => (await shop.call('GET /content/posts', { query })).data;
const listedByAdmin = async (query: object) =>
  (await shop.call('GET /admin/content/posts', { query }, shop.admin)).data;
const feed = async () => (await shop.app.inject({ url: '/blog/feed.xml' })).body;
const inMinutes = (minutes: number) => new Date(shop.services.now().getTime() + minutes * 60_000).toISOString();

test('a blog without posts has an empty list, an empty feed and no entry in the sitemap', async () => {
  expect(await list()).toMatchObject({ total: 0, data: [] });
  expect(await feed()).not.toContain('<item>');
  expect((await shop.app.inject({ url: '/sitemap.xml' })).body).not.toContain('/blog');
});

describe('a post', () => {
  test('is public once published, and has the date of its publication', async () => {
    const draft = await create({ slug: 'wood', is_published: false });
    expect([draft.publish_from, (await read('wood')).failure.code]).toEqual([null, 'content.post_not_found']);
    const { data: post } = await change(draft.id, { ...somePost({ slug: 'wood' }), revision: 1 });
    expect(post.publish_from).not.toBeNull();
    await expect.poll(async () => (await read('wood')).status).toBe(200);
    expect((await read('wood')).data).toMatchObject({
      summary: 'Wood moves with the seasons.',
      seo_description: 'Wood moves with the seasons.',
      published_at: post.publish_from,
    });
  });

  test('keeps its date when it is changed later', async () => {
    const { id, publish_from } = await create({ slug: 'dated' });
    await shop.advance({ days: 1 });
    const changed = await change(id, { ...somePost({ slug: 'dated', title: 'Dated' }), revision: 1 });
    expect(changed.data).toMatchObject({ publish_from, revision: 2 });
  });

  test('that is scheduled appears at its date, everywhere', async () => {
    await create({ slug: 'tomorrow', title: 'Tomorrow’s <news>', publish_from: inMinutes(10) });
    const statusOf = async () => (await listedByAdmin({ search: 'tomorrow' })).data[0]?.status;
    expect([(await read('tomorrow')).status, await statusOf()]).toEqual([404, 'scheduled']);
    expect(await feed()).not.toContain('/blog/tomorrow');
    await shop.advance({ minutes: 11 });
    expect(await statusOf()).toBe('published');
    await expect.poll(async () => (await read('tomorrow')).status).toBe(200);
    await expect.poll(async () => (await list()).data[0]?.slug).toBe('tomorrow');
    await expect
      .poll(feed)
      .toContain('<title>Tomorrow’s &lt;news&gt;</title>\n<link>http://shop.test/blog/tomorrow</link>');
    const { body } = await shop.app.inject({ url: '/sitemap.xml' });
    expect(body).toContain('<loc>http://shop.test/blog</loc>');
    expect(body).toContain('<loc>http://shop.test/blog/tomorrow</loc>');
  });

  test('is found by its tags, in whatever case they were written', async () => {
    await create({ slug: 'oil', tags: ['Care', 'care', 'Oil & wax'] });
    expect((await list({ tag: 'Oil & Wax' })).data).toMatchObject([{ slug: 'oil', tags: ['care', 'oil & wax'] }]);
    expect((await list({ tag: 'wax' })).total).toBe(0);
  });

  test('is not overwritten by a second tab, which gets the current one', async () => {
    const { id } = await create();
    const first = { ...somePost({ title: 'First' }), revision: 1 };
    expect((await change(id, first)).data.revision).toBe(2);
    const { failure } = await change(id, { ...first, title: 'Second' });
    expect(failure).toMatchObject({ code: 'content.changed', data: { post: { title: 'First', revision: 2 } } });
    expect((await change(id, first)).data.revision).toBe(2);
    expect(await shop.auditedActions('content_post', id)).toEqual(['content.create_post', 'content.change_post']);
  });

  test('has an address of its own; its former one redirects, until it is deleted', async () => {
    const { id } = await create({ slug: 'former' });
    const { failure } = await shop.call(
      'POST /admin/content/posts',
      { body: somePost({ slug: 'former' }) },
      shop.admin,
    );
    expect(failure).toMatchObject({ code: 'content.post_slug_taken', errors: { slug: [expect.any(String)] } });
    await change(id, { ...somePost({ slug: 'moved' }), revision: 1 });
    expect(await shop.redirectOf('/blog/former')).toEqual({ to: '/blog/moved', status: 301 });
    expect((await shop.createRedirect('/blog/moved', '/about')).failure.code).toBe('content.redirect_unneeded');
    const remove = () => shop.call('DELETE /admin/content/posts/{id}', { params: { id } }, shop.admin);
    expect((await remove()).message).toBe('Post deleted');
    expect((await remove()).failure.code).toBe('content.post_not_found');
    expect(await shop.redirectOf('/blog/former')).toBeNull();
  });

  test('keeps its cover while it is there', async () => {
    const cover = (await shop.call('POST /admin/content/pictures', { body: await pictureForm() }, shop.admin)).data;
    const { id } = await create({ cover: { ...cover, alt: '' } });
    await shop.advance({ days: 2 });
    await shop.jobs.run('content.release-pictures');
    const body = { ...somePost({ cover: { ...cover, alt: '' }, body: textOf('Still there') }), revision: 1 };
    expect((await change(id, body)).status).toBe(200);
  });
});

test('a post with a picture of the demo shop can be saved, one with a picture that is gone cannot', async () => {
  const cover = (src: string) => ({ src, alt: '', width: 1024, height: 1024 });
  const demo = await create({ cover: cover('/media/everyday-frying-pan-26-cm-1_1024') });
  const changed = await change(demo.id, { ...somePost({ cover: demo.cover, title: 'Pans' }), revision: 1 });
  expect(changed.data.cover).toEqual(demo.cover);
  const gone = { ...somePost({ cover: cover('/media/uploads/gone') }), revision: 2 };
  expect((await change(demo.id, gone)).failure.code).toBe('content.picture_unknown');
  const elsewhere = { ...somePost({ cover: cover('/media/../secret') }), revision: 2 };
  expect((await change(demo.id, elsewhere)).failure.errors).toHaveProperty('cover.src');
});

test('the back office finds posts by title, address, author and status, in pages', async () => {
  for (const author of ['Ida', 'Ida', 'Otto']) await create({ title: 'Joinery', author });
  await create({ title: 'Joinery', author: 'Ida', is_published: false });
  expect((await listedByAdmin({ search: 'ida' })).total).toBe(3);
  expect((await listedByAdmin({ search: 'joinery', status: 'draft' })).total).toBe(1);
  expect(await listedByAdmin({ search: 'joinery', per_page: 3, page: 2 })).toMatchObject({ total: 4, last_page: 2 });
});

test('a section of the home page shows the newest posts', async () => {
  await create({ slug: 'newest' });
  const query = { type: 'content.posts', settings: JSON.stringify({ title: '', count: 2 }) };
  const { data } = (await shop.call('GET /admin/content/home/section', { query }, shop.admin)).data;
  expect(data).toMatchObject({ posts: [{ slug: 'newest' }, {}] });
});
