import { pictureAddress } from '#web/shared/catalogue/picture.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import type { Product } from './product-data.ts';

/** Title, canonical address (by slug) and the descriptions that search engines read. */
export function productMeta(matches: readonly unknown[], product: Product) {
  const { name, category, images } = product;
  const path = `/products/${product.slug}`;
  const description = product.meta_description || product.short_description || product.description;
  const pictures = images.map((image) => pictureAddress(image, 1280));

  return pageMeta(matches, {
    title: `${product.meta_title || name} | Stoa`,
    description,
    path,
    picture: pictures[0],
    data: (origin) => [
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        description,
        sku: product.sku,
        image: pictures.map((picture) => new URL(picture, origin).href),
        ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
        ...(product.review_count > 0 && {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.average_rating,
            reviewCount: product.review_count,
          },
        }),
        offers: {
          '@type': 'Offer',
          url: origin + path,
          priceCurrency: 'USD',
          price: product.sale_price ?? product.price,
          availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
        },
      },
      {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [
          ['Home', '/'],
          ['Products', '/products'],
          [category.name, `/products/category/${category.id}`],
          [name, path],
        ].map(([label, address], index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: label,
          item: `${origin}${address}`,
        })),
      },
    ],
  });
}
