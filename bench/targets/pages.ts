import type { Target } from './target.ts';

/** Pages as HTML, and the cost of the same URL when cached. */
export const pageTargets: readonly Target[] = [
  {
    name: 'product page, rendered',
    goal: 300,
    path: (n, products) => `/products/${1 + ((n * 7_919) % products)}?n=${n}`,
  },
  { name: 'hot: product as JSON', goal: 6_000, isHot: true, path: () => '/api/products/1' },
  { name: 'hot: product page as HTML', goal: 4_000, isHot: true, path: () => '/products/1' },
];
