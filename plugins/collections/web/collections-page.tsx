import { data, redirect, useLoaderData } from 'react-router';
import { cardProduct, pageLoaders, pageMeta, pictureAddress, titled } from '#plugin/web';
import type { collectionContract } from '../contract.ts';
import { addressOf, type CollectionAddress, readAddress } from './collection-address.ts';
import { CollectionList } from './collection-list.tsx';
import { CollectionView } from './collection-view.tsx';
import { collectionData, listData } from './structured-data.ts';

/** Divisible by the two, four or five columns of the grid. */
const PRODUCTS = 20;
const COLLECTIONS = 24;

const page = pageLoaders<typeof collectionContract>()(async ({ call, params, url }) => {
  const asked = readAddress(params.slug, url.searchParams);
  const { slug, sort } = asked;
  if (slug === undefined) {
    const list = await call('GET /collections', { query: { page: asked.page, per_page: COLLECTIONS } });
    if (asked.page > list.last_page) throw data(null, { status: 404 });
    return { kind: 'list', list } as const;
  }
  const query = { page: asked.page, per_page: PRODUCTS, ...(sort && { sort }) };
  const [collection, products] = await Promise.all([
    call('GET /collections/{slug}', { params: { slug } }),
    call('GET /collections/{slug}/products', { params: { slug }, query }),
  ]);
  // A former slug leads to the page's address for good.
  if (collection.slug !== slug) throw redirect(addressOf({ ...asked, slug: collection.slug }), 301);
  if (asked.page > products.last_page) throw data(null, { status: 404 });
  const { data: cards, total, last_page: lastPage } = products;
  return {
    kind: 'collection',
    collection,
    products: cards.map(cardProduct),
    total,
    lastPage,
    address: { ...asked, slug } satisfies CollectionAddress,
  } as const;
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = ({ matches, loaderData }: { matches: readonly unknown[]; loaderData?: Loaded }) => {
  if (!loaderData) return [{ title: titled('Page not found') }];
  if (loaderData.kind === 'list') {
    const { current_page: number } = loaderData.list;
    return pageMeta(matches, {
      title: titled(number > 1 ? `Collections, page ${number}` : 'Collections'),
      description: 'Products chosen to go together.',
      path: addressOf({ page: number }),
      data: (origin) => listData(origin, loaderData.list.data),
    });
  }
  const { collection, address, products } = loaderData;
  const { slug, name, description, seo_title: title, seo_description: summary, image } = collection;
  const suffix = address.page > 1 ? `, page ${address.page}` : '';
  return pageMeta(matches, {
    title: titled(`${title ?? name}${suffix}`),
    description: summary ?? (description.slice(0, 160) || undefined),
    path: addressOf({ slug, page: address.page }),
    picture: image === null ? undefined : pictureAddress(image, 1280),
    // The same products in another order.
    hidden: address.sort !== undefined,
    data: (origin) => collectionData(origin, collection, products),
  });
};

export default function CollectionsPage() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.kind === 'list') return <CollectionList list={loaded.list} />;
  return <CollectionView {...loaded} />;
}
