import { pageMeta } from '#web/shared/page-meta.ts';
import { titled } from '#web/shared/shop/shop.ts';
import type { ProductData } from './product-data.ts';
import { breadcrumbList, productDescription } from './structured-data.ts';

/**
 * Only search engines read these, and only as the server sent them. The browser's side stays empty: hydration leaves the
 * text of a script alone, and their making stays out of the page's own scripts.
 */
const structuredData = import.meta.env.SSR
  ? ({ product }: ProductData, origin: string) =>
      product ? [productDescription(product, origin), breadcrumbList(product, origin)] : []
  : ({ product }: ProductData) => (product ? [{}, {}] : []);

/** Title, canonical address (by slug) and the descriptions that search engines read. */
export function productMeta(matches: readonly unknown[], read: ProductData | { pending: unknown } | undefined) {
  if (!read || 'pending' in read) return pageMeta(matches, { title: titled('Loading…'), hidden: true });
  return pageMeta(matches, {
    ...read.head,
    title: titled(read.head.title),
    data: (origin) => structuredData(read, origin),
  });
}
