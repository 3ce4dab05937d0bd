import CardBadge from 'virtual:slot/card.badge';
import { cardDescription } from '#domain/card-description.ts';
import type { Data } from '#web/api/calls.ts';

export type ListedProduct = Data<'GET /products'>['data'][number];

const SHOWN = [
  'id',
  'name',
  'slug',
  'price',
  'sale_price',
  'stock',
  'brand',
  'category',
  'has_variants',
  'choices',
  'average_rating',
  'review_count',
] as const;

/** What a product card and its buttons need: small, because it is also sent as page data. */
export type CardProduct = Pick<ListedProduct, (typeof SHOWN)[number] | 'description'> & {
  image: string | null;
  /** What plug-ins say about it; only where one has a badge on cards. */
  extensions?: ListedProduct['extensions'];
};

export function cardProduct(product: ListedProduct): CardProduct {
  const card = Object.fromEntries(SHOWN.map((key) => [key, product[key]])) as Pick<
    ListedProduct,
    (typeof SHOWN)[number]
  >;
  const described = {
    ...card,
    description: cardDescription(product.description || product.short_description),
    image: product.images[0] ?? null,
  };
  return CardBadge ? { ...described, extensions: product.extensions } : described;
}
