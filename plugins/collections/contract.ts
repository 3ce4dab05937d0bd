import { z } from 'zod';
import { defineEndpoints, id, type ProductCard, page, paged, perPage, productListQuery, productPage } from '#plugin';
import { adminCollectionEndpoints } from './admin-contract.ts';
import { collectionRefusals } from './refusals.ts';
import { COLLECTION_SORTS, SORTS } from './sorts.ts';

const listed = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** Its own picture, else that of its first product; null: neither. */
  image: z.string().nullable(),
  product_count: z.int(),
});
export type ListedCollection = z.output<typeof listed>;

const publicCollection = listed.extend({
  /** Its own picture. */
  picture: z.string().nullable(),
  seo_title: z.string().nullable(),
  seo_description: z.string().nullable(),
  /** The order in which its products come unless another is asked for. */
  sort: z.enum(COLLECTION_SORTS),
});
export type PublicCollection = z.output<typeof publicCollection>;

const bySlug = z.object({ slug: z.string().max(140) });

export const collectionContract = defineEndpoints({
  'GET /collections': {
    access: 'public',
    shared: true,
    summary: 'Published collections in the order of the merchant',
    query: z.object({ page, per_page: perPage }),
    data: paged(listed),
    refusals: ['server.starting'],
  },
  'GET /collections/{slug}': {
    access: 'public',
    shared: true,
    summary: 'A published collection; a former slug finds it as well',
    params: bySlug,
    data: publicCollection,
    refusals: [collectionRefusals.not_found, 'server.starting'],
  },
  'GET /collections/{slug}/products': {
    access: 'public',
    shared: true,
    summary:
      'The products of a published collection, in its own order unless another is asked for. Filters and `facets` are those of `GET /products`',
    params: bySlug,
    query: productListQuery({ sort: z.enum(SORTS).optional() }),
    data: productPage,
    refusals: [collectionRefusals.not_found, 'server.starting'],
  },
  ...adminCollectionEndpoints,
});

/** What the section `collections.row` shows. */
export interface RowData {
  readonly slug: string;
  readonly name: string;
  readonly total: number;
  readonly products: readonly ProductCard[];
}
