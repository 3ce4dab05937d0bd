import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCategory, createProduct } from '#plugin/testing';
import type { HomeSection } from '../home-contract.ts';
import { type ContentTestShop, openContentShop, quoteSection } from '../testing.ts';

let shop: ContentTestShop;
beforeAll(async () => {
  shop = await openContentShop();
});
afterAll(() => shop.close());

const home = async () => (await shop.call('GET /admin/content/home', {}, shop.admin)).data;
const save = async (sections: HomeSection[], revision?: number) => {
  const body = { revision: revision ?? (await home()).revision, sections };
  return shop.call('PUT /admin/content/home/draft', { body }, shop.admin);
};
const act = async (action: 'publish' | 'discard' | 'withdraw', revision?: number) => {
  const body = { revision: revision ?? (await home()).revision };
  return shop.call(`POST /admin/content/home/${action}`, { body }, shop.admin);
};
const shown = async () =>
  (await shop.call('GET /content/home', {})).data?.sections.map(({ settings }) => (settings as { text: string }).text);
const section = (type: string, settings: unknown): HomeSection => ({
  id: type.replace(/\W/g, '-'),
  type,
  settings,
  schedule: { from: null, until: null },
});

describe('the home page', () => {
  test('is the shop’s own until a composition is published, and again after it is withdrawn', async () => {
    expect(await shown()).toBeUndefined();
    await save([quoteSection('One'), quoteSection('Two')]);
    expect(await shown()).toBeUndefined();
    await act('publish');
    await expect.poll(shown).toEqual(['One', 'Two']);
    await save([quoteSection('Two'), quoteSection('One')]);
    expect(await shown()).toEqual(['One', 'Two']);
    await act('discard');
    expect((await home()).draft).toBeNull();
    await act('withdraw');
    await expect.poll(shown).toBeUndefined();
    expect((await home()).draft).toHaveLength(2);
  });

  test('stays while a draft waits, because what is published would replace it', async () => {
    await save([quoteSection('Published')]);
    await act('publish');
    await save([quoteSection('Draft')]);
    const { revision, ...before } = await home();
    expect((await act('withdraw')).failure).toMatchObject({
      code: 'content.draft_waiting',
      message: 'Publish or discard your draft first.',
    });
    // Who has not seen the draft is shown it first.
    expect((await act('withdraw', revision - 1)).failure.code).toBe('content.changed');
    expect(await home()).toEqual({ ...before, revision });
    await save([quoteSection('Published')]);
    expect((await act('withdraw')).data).toMatchObject({ published: null, draft: [{ id: 'Published' }] });
    expect((await act('withdraw')).status).toBe(200);
  });

  test('names the picture that it opens with, if it starts with a hero', async () => {
    const opening = async () => (await shop.call('GET /content/home', {})).data?.opens_with;
    const picture = { src: '/media/lull-dome-lamp-1_1080', alt: 'A lamp', width: 1080, height: 1080 };
    const hero = section('content.hero', { title: 'Winter', picture });
    await save([hero, quoteSection('One')]);
    await act('publish');
    await expect.poll(opening).toBe(picture.src);
    await save([quoteSection('One'), hero]);
    await act('publish');
    await expect.poll(opening).toBe(null);
  });

  test('shows each section at its time, and the shop’s own page when none is due', async () => {
    const at = (minutes: number) => new Date(shop.services.now().getTime() + minutes * 60_000).toISOString();
    await save([
      quoteSection('Later', { from: at(10), until: at(20) }),
      quoteSection('Now', { from: null, until: at(15) }),
    ]);
    await act('publish');
    await expect.poll(shown).toEqual(['Now']);
    await shop.advance({ minutes: 11 });
    await expect.poll(shown).toEqual(['Later', 'Now']);
    await shop.advance({ minutes: 10 });
    await expect.poll(shown).toBeUndefined();
  });

  test('is not overwritten by a second tab; a repeated save succeeds', async () => {
    const { revision } = await home();
    const mine = [quoteSection('Mine')];
    expect((await save(mine, revision)).data.revision).toBe(revision + 1);
    expect((await save(mine, revision)).data.revision).toBe(revision + 1);
    const { failure } = await save([quoteSection('Theirs')], revision);
    expect(failure).toMatchObject({ code: 'content.changed', data: { home: { draft: [{ id: 'Mine' }] } } });
    expect((await act('publish', revision)).failure.code).toBe('content.changed');
  });

  test('refuses sections that do not exist, incomplete ones and dangerous links, by section and field', async () => {
    const { failure } = await save([
      quoteSection('Fine'),
      section('content.quote', { text: '' }),
      section('unknown.thing', {}),
      section('content.hero', { title: 'Sale', picture: null, button_label: 'Go', button_to: 'javascript:alert(1)' }),
    ]);
    expect(failure.code).toBe('request.invalid');
    expect(Object.keys(failure.errors ?? {}).sort()).toEqual([
      'sections.1.text',
      'sections.2.type',
      'sections.3.button_to',
    ]);
    const twice = await save([quoteSection('Twice'), quoteSection('Twice')]);
    expect(twice.failure.errors).toHaveProperty('sections');
  });
});

describe('sections with products', () => {
  beforeEach(async () => {
    await save([]);
  });
  const load = async (type: string, settings: object) => {
    const query = { type: `content.${type}`, settings: JSON.stringify(settings) };
    const { data } = await shop.call('GET /admin/content/home/section', { query }, shop.admin);
    return data.data;
  };

  test('show chosen products in their order, and leave out hidden ones', async () => {
    const { db } = shop.services;
    const one = await createProduct(db, { name: 'One' });
    const two = await createProduct(db, { name: 'Two' });
    const hidden = await createProduct(db, { name: 'Hidden', is_active: false });
    const settings = { source: 'chosen', chosen: [two.id, hidden.id, one.id], count: 4 };
    const names = async () => {
      const data = (await load('products', settings)) as { products: { name: string }[] } | null;
      return data?.products.map(({ name }) => name);
    };
    await expect.poll(names).toEqual(['Two', 'One']);
    await expect.poll(() => load('product', { product: hidden.id })).toBeNull();
    await expect.poll(() => load('product', { product: one.id })).toMatchObject({ product: { name: 'One' } });
  });

  test('show categories with their pictures, and nothing when a chosen one is gone', async () => {
    const { db } = shop.services;
    const { id } = await createCategory(db, { name: 'Lamps' });
    await createProduct(db, { category_id: id });
    await expect
      .poll(() => load('categories', { chosen: [id, 999_999] }))
      .toEqual({ categories: [{ id, name: 'Lamps', image: null }] });
    expect(await load('categories', { chosen: [999_999] })).toBeNull();
  });

  test('are left out of the page when they have nothing to show', async () => {
    await save([section('content.product', { product: 999_999 }), quoteSection('Still here')]);
    await act('publish');
    await expect.poll(shown).toEqual(['Still here']);
  });

  test('find what can be chosen by name and by id', async () => {
    const { id, name } = await createProduct(shop.services.db, { name: 'Wobbly stool' });
    const find = async (query: { search?: string; ids?: string }) =>
      (await shop.call('GET /admin/content/choices', { query: { kind: 'products', ...query } }, shop.admin)).data;
    await expect.poll(() => find({ search: 'wobbly' })).toEqual([{ id, name }]);
    expect(await find({ ids: `${id},999999` })).toEqual([{ id, name }]);
  });
});
