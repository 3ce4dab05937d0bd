import { type ClientLoaderFunctionArgs, data, redirect, useLoaderData } from 'react-router';
import {
  pageLoaders,
  pageMeta,
  pageTitle,
  pictureAddress,
  preloadResults,
  readPage,
  readProductList,
} from '#plugin/web';
import type { collectionContract } from '../contract.ts';
import { addressOf, SORT_WORDS } from './collection-address.ts';
import { CollectionList } from './collection-list.tsx';
import { CollectionView } from './collection-view.tsx';
import { collectionData, listData } from './structured-data.ts';

/** Divisible by two, three, four or six columns. */
const PRODUCTS = 24;
const COLLECTIONS = 24;

const page = pageLoaders<typeof collectionContract>()(async ({ call, params: { slug }, url }) => {
  if (slug === undefined) {
    const number = readPage(url.searchParams);
    const list = await call('GET /collections', { query: { page: number, per_page: COLLECTIONS } });
    if (number > list.last_page) throw data(null, { status: 404 });
    return data({ kind: 'list' as const, list });
  }
  const params = { slug };
  const [collection, products] = await Promise.all([
    call('GET /collections/{slug}', { params }),
    readProductList({ url, path: addressOf(slug) }, (parameters, chosen) => {
      const sort = SORT_WORDS.find(([word]) => word === chosen)?.[0];
      const query = { ...parameters, per_page: PRODUCTS, ...(sort && { sort }) };
      return call('GET /collections/{slug}/products', { params, query });
    }),
  ]);
  // A former slug leads to the page's address for good.
  if (collection.slug !== slug) throw redirect(addressOf(collection.slug) + url.search, 301);
  const { list, query } = products;
  if (query.page > list.lastPage) throw data(null, { status: 404 });
  return data({ kind: 'collection' as const, collection, ...products }, { status: list.status });
});
export const loader = page.loader;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const [loaded] = await Promise.all([page.clientLoader(args), preloadResults()]);
  return loaded;
}

type Loaded = Awaited<ReturnType<typeof loader>>['data'];

export const meta = ({ matches, loaderData }: { matches: readonly unknown[]; loaderData?: Loaded }) => {
  if (!loaderData) return [{ title: pageTitle('Page not found') }];
  if (loaderData.kind === 'list') {
    const { current_page: number } = loaderData.list;
    return pageMeta(matches, {
      title: pageTitle(number > 1 ? `Collections, page ${number}` : 'Collections'),
      description: 'Products chosen to go together.',
      path: addressOf(undefined, number),
      data: (origin) => listData(origin, loaderData.list.data),
    });
  }
  const { collection, list, query } = loaderData;
  const { slug, name, description, seo_title: title, seo_description: summary, image } = collection;
  const suffix = query.page > 1 ? `, page ${query.page}` : '';
  return pageMeta(matches, {
    title: pageTitle(`${title ?? name}${suffix}`),
    description: summary ?? (description.slice(0, 160) || undefined),
    path: addressOf(slug, query.page),
    picture: image === null ? undefined : pictureAddress(image, 1280),
    // A filtered or sorted page repeats products of the collection's page.
    hidden: Object.keys(query.filters).length > 0,
    data: (origin) => collectionData(origin, collection, list.products),
  });
};

export default function CollectionsPage() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.kind === 'list') return <CollectionList list={loaded.list} />;
  return <CollectionView {...loaded} />;
}
