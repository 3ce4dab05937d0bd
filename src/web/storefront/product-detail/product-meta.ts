import { pageMeta } from '#web/shared/page-meta.ts';
import { titled } from '#web/shared/shop/shop.ts';
import type { ProductData } from './product-data.ts';
import { breadcrumbList, productDescription } from './structured-data.ts';

/**
 * Only search engines read these, from the server's HTML. Empty in the browser: hydration does not touch script
 * contents, and the code stays out of the page's scripts.
 */
const structuredData = import.meta.env.SSR
  ? ({ product }: ProductData, origin: string) =>
      product ? [productDescription(product, origin), breadcrumbList(product, origin)] : []
  : ({ product }: ProductData) => (product ? [{}, {}] : []);

/** Title, canonical URL (by slug) and structured data. */
export function productMeta(matches: readonly unknown[], read: ProductData | { pending: unknown } | undefined) {
  if (!read || 'pending' in read) return pageMeta(matches, { title: titled('Loading…'), hidden: true });
  return pageMeta(matches, {
    ...read.head,
    title: titled(read.head.title),
    data: (origin) => structuredData(read, origin),
  });
}
