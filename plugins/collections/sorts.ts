import type { ProductQuery } from '#plugin';

/** Sort orders that merchants and shoppers can choose. */
export const SORTS = [
  'best-selling',
  'newest',
  'oldest',
  'price-low',
  'price-high',
  'name',
  'name-desc',
  'rating',
] as const;
export type Sort = (typeof SORTS)[number];

/** `manual` is the merchant's own order of picked products. */
export const COLLECTION_SORTS = ['manual', ...SORTS] as const;
export type CollectionSort = (typeof COLLECTION_SORTS)[number];

type Order = Pick<ProductQuery, 'sortBy' | 'isDescending'>;

const ORDERS: Readonly<Record<CollectionSort, Order>> = {
  manual: {},
  'best-selling': { sortBy: 'popularity' },
  newest: { sortBy: 'created_at', isDescending: true },
  oldest: { sortBy: 'created_at' },
  'price-low': { sortBy: 'price' },
  'price-high': { sortBy: 'price', isDescending: true },
  name: { sortBy: 'name' },
  'name-desc': { sortBy: 'name', isDescending: true },
  rating: { sortBy: 'average_rating', isDescending: true },
};

export const orderOf = (sort: CollectionSort): Order => ORDERS[sort];
