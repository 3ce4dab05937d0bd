import { pageMeta } from '#web/shared/page-meta.ts';
import { pageTitle } from '#web/shared/shop/shop.ts';
import type { ProductData } from './product-data.ts';
import { breadcrumbList, productDescription } from './structured-data.ts';

const structuredData = ({ product }: ProductData, origin: string) =>
  product ? [productDescription(product, origin), breadcrumbList(product, origin)] : [];

/** Title, canonical URL (by slug) and structured data. */
export function productMeta(matches: readonly unknown[], read: ProductData | { pending: unknown } | undefined) {
  if (!read || 'pending' in read) return pageMeta(matches, { title: pageTitle('Loading…') });
  return pageMeta(matches, {
    ...read.head,
    title: pageTitle(read.head.title),
    // Only search engines read it, from the server's HTML: the code stays out of the page's scripts.
    ...(import.meta.env.SSR && { data: (origin: string) => structuredData(read, origin) }),
  });
}
