import { descriptionLine } from '#domain/catalogue/description.ts';
import { pictureAddress } from '#web/shared/catalogue/picture.tsx';
import { shop } from '#web/shared/shop/shop.ts';
import type { Product } from '#web/shared/variants/product.ts';

/** The URL of a picture, which can be at another origin. */
const absolute = (address: string, origin: string) => new URL(address, origin).href;

/** https://schema.org/Product with its offer and rating. */
export function productDescription(product: Product, origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: descriptionLine(product.short_description || product.description),
    sku: product.sku,
    ...(product.barcode && { gtin: product.barcode }),
    image: product.images.map((image) => absolute(pictureAddress(image, 1280), origin)),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.review_count > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.average_rating,
        reviewCount: product.review_count,
      },
    }),
    ...fromPlugins(product),
    offers: {
      '@type': 'Offer',
      url: `${origin}/products/${product.slug}`,
      priceCurrency: shop().currency,
      price: product.sale_price ?? product.price,
      availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  };
}

/** Properties that plug-ins add, such as reviews. */
const fromPlugins = ({ extensions = {} }: Product): object =>
  Object.assign({}, ...Object.values(extensions).map((data) => (data as StructuredExtension | null)?.structuredData));

interface StructuredExtension {
  readonly structuredData?: object;
}

/** https://schema.org/BreadcrumbList of the product. */
export function breadcrumbList({ name, slug, category }: Product, origin: string): object {
  const steps = [
    ['Home', '/'],
    ['Products', '/products'],
    ...category.path.map((step) => [step.name, `/products/category/${step.id}`] as const),
    [name, `/products/${slug}`],
  ] as const;
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([label, address], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: origin + address,
    })),
  };
}
