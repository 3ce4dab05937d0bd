import { pictureAddress } from '#web/shared/catalogue/picture.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { titled } from '#web/shared/shop/shop.ts';
import type { Product } from './product-data.ts';
import { breadcrumbList, productDescription } from './structured-data.ts';

/**
 * Only search engines read these, and only as the server sent them. The browser's side stays empty: hydration leaves the
 * text of a script alone, and their making stays out of the page's own scripts.
 */
const structuredData = import.meta.env.SSR
  ? (product: Product, origin: string) => [productDescription(product, origin), breadcrumbList(product, origin)]
  : () => [{}, {}];

/** Title, canonical address (by slug) and the descriptions that search engines read. */
export function productMeta(matches: readonly unknown[], product: Product) {
  const [picture] = product.images;
  return pageMeta(matches, {
    title: titled(`${product.meta_title || product.name}`),
    description: product.meta_description || product.short_description || product.description,
    path: `/products/${product.slug}`,
    picture: picture && pictureAddress(picture, 1280),
    data: (origin) => structuredData(product, origin),
  });
}
