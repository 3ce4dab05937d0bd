import type { InputOf, Plugin } from '#plugin';
import {
  type AdminWrites,
  type CreatedUser,
  createAdmin,
  createProduct,
  openPluginShop,
  type PluginShop,
  signIn,
} from '#plugin/testing';
import type { CollectionForm } from './admin-contract.ts';
import type { collectionContract } from './contract.ts';
import { collections } from './plugin.ts';

export type CollectionsShop = PluginShop<typeof collectionContract>;

type Spec = Parameters<typeof createProduct>[1];

/** A shop for tests with a merchant who makes collections. */
export async function openCollectionsShop(...others: readonly Plugin[]) {
  const shop: CollectionsShop = await openPluginShop<typeof collectionContract>(collections(), ...others);
  return withMerchant(shop, await createAdmin(shop.services.db));
}

/** The shop with what its merchant does to collections. */
async function withMerchant(shop: CollectionsShop, merchant: CreatedUser) {
  const { db } = shop.services;
  const admin = { token: await signIn(shop, merchant) };
  let made = 0;

  const collectionForm = (given: Partial<CollectionForm>): CollectionForm => {
    made += 1;
    return {
      name: `Collection ${made}`,
      slug: `collection-${made}`,
      description: '',
      image: null,
      seo_title: null,
      seo_description: null,
      kind: given.rule ? 'rule' : 'manual',
      rule: null,
      product_ids: [],
      sort: given.rule ? 'name' : 'manual',
      max_products: null,
      position: 1,
      is_published: true,
      published_from: null,
      published_until: null,
      ...given,
    };
  };

  return {
    ...shop,
    admin,
    collectionForm,
    /** Moves the clock forward; the merchant signs in again. */
    async advance(span: { readonly days: number }) {
      shop.clock.advance(span);
      admin.token = await signIn(shop, merchant);
    },
    createProduct: async (spec: Spec = {}) => createProduct(db, spec),
    createCollection: (given: Partial<CollectionForm> = {}) =>
      shop.call('POST /admin/collections', { body: collectionForm(given) }, admin),
    saveCollection: (id: number, body: CollectionForm & { revision?: number }) =>
      shop.call('PUT /admin/collections/{id}', { params: { id }, body }, admin),
    readCollection: async (id: number) =>
      (await shop.call('GET /admin/collections/{id}', { params: { id } }, admin)).data,
    deleteCollections: (...ids: number[]) => shop.call('POST /admin/collections/deletion', { body: { ids } }, admin),
    findCollection: (slug: string) => shop.call('GET /collections/{slug}', { params: { slug } }),
    listCollections: async (query: { page?: number; per_page?: number } = {}) =>
      (await shop.call('GET /collections', { query })).data,
    /** Names of its products, as shoppers see them. */
    async productsOf(
      slug: string,
      query: InputOf<(typeof collectionContract)['GET /collections/{slug}/products']>['query'] = {},
    ) {
      const { data } = await shop.call('GET /collections/{slug}/products', { params: { slug }, query });
      return data.data.map(({ name }) => name);
    },
  };
}

export type CollectionsTestShop = Awaited<ReturnType<typeof openCollectionsShop>>;

/** A hidden collection. */
async function hiddenCollection(shop: CollectionsShop, merchant: CreatedUser) {
  const { collectionForm, createCollection } = await withMerchant(shop, merchant);
  const form = collectionForm({ slug: `hidden-${merchant.id}`, is_published: false });
  return { form, id: (await createCollection(form)).data.id };
}

/** One red pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** A PNG as a form. */
export function pictureForm(picture = PICTURE): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
  return form;
}

export const adminWrites: AdminWrites<typeof collectionContract> = {
  'POST /admin/collections': async (shop, merchant) => ({
    body: (await withMerchant(shop, merchant)).collectionForm({ slug: `new-${merchant.id}` }),
  }),
  'PUT /admin/collections/{id}': async (shop, merchant) => {
    const { id, form } = await hiddenCollection(shop, merchant);
    return { params: { id }, body: { ...form, name: 'Renamed' } };
  },
  'PUT /admin/collections/published': async (shop, merchant) => ({
    body: { ids: [(await hiddenCollection(shop, merchant)).id], is_published: true },
  }),
  'POST /admin/collections/deletion': async (shop, merchant) => ({
    body: { ids: [(await hiddenCollection(shop, merchant)).id] },
  }),
  'POST /admin/collections/pictures': async () => ({ body: pictureForm() }),
};
