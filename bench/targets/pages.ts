import { CATEGORY_COUNT } from '../catalogue-data.ts';
import type { Target } from './target.ts';

/** As many product pages as fit into the cache. */
const WARMED = 10_000;

/** Pages as HTML, and the cost of the same URLs when cached. */
export const pageTargets: readonly Target[] = [
  {
    name: 'product page, rendered',
    goal: 300,
    path: (n, products) => `/products/${1 + ((n * 7_919) % products)}?n=${n}`,
  },
  {
    name: 'category page, rendered',
    goal: 180,
    path: (n) => `/products/category/${1 + (n % CATEGORY_COUNT)}?n=${n}`,
  },
  {
    name: 'warmed: product pages in random order',
    goal: 3_000,
    isHot: true,
    warmUp: WARMED,
    path: (n) => `/products/${1 + ((n * 7_919) % WARMED)}`,
  },
  { name: 'hot: product as JSON', goal: 6_000, isHot: true, path: () => '/api/products/1' },
  { name: 'hot: product page as HTML', goal: 4_000, isHot: true, path: () => '/products/1' },
];
