import { type CardProduct, pictureAddress } from '#plugin/web';
import type { ListedCollection } from '../contract.ts';

const CONTEXT = 'https://schema.org';

const breadcrumbs = (origin: string, collection?: Pick<ListedCollection, 'name' | 'slug'>) => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: [
    ['Home', '/'] as const,
    ['Collections', '/collections'] as const,
    ...(collection ? [[collection.name, `/collections/${collection.slug}`] as const] : []),
  ].map(([name, path], index) => ({ '@type': 'ListItem', position: index + 1, name, item: origin + path })),
});

/** Pictures of products can be on other servers. */
const absolute = (origin: string, address: string): string => (address.startsWith('/') ? origin + address : address);

const itemsOf = (items: readonly (readonly [name: string, url: string])[]) => ({
  '@type': 'ItemList',
  itemListElement: items.map(([name, url], index) => ({ '@type': 'ListItem', position: index + 1, name, url })),
});

/** https://schema.org data of a collection's page, for search engines, which read the server's HTML. */
export const collectionData = import.meta.env.SSR
  ? (
      origin: string,
      collection: Pick<ListedCollection, 'name' | 'slug' | 'description' | 'image'>,
      products: readonly CardProduct[],
    ): object[] => [
      {
        '@context': CONTEXT,
        '@type': 'CollectionPage',
        name: collection.name,
        url: `${origin}/collections/${collection.slug}`,
        ...(collection.description && { description: collection.description }),
        ...(collection.image && { image: absolute(origin, pictureAddress(collection.image, 1280)) }),
        mainEntity: itemsOf(products.map(({ name, slug }) => [name, `${origin}/products/${slug}`])),
      },
      breadcrumbs(origin, collection),
    ]
  : () => [];

/** The same of the list of collections. */
export const listData = import.meta.env.SSR
  ? (origin: string, collections: readonly ListedCollection[]): object[] => [
      {
        '@context': CONTEXT,
        '@type': 'CollectionPage',
        name: 'Collections',
        url: `${origin}/collections`,
        mainEntity: itemsOf(collections.map(({ name, slug }) => [name, `${origin}/collections/${slug}`])),
      },
      breadcrumbs(origin),
    ]
  : () => [];
