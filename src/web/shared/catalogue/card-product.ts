import type { Data } from '#web/api/calls.ts';

type ListedProduct = Data<'GET /products'>['data'][number];

/** Storefront §2: the description on a card is cut to 100 characters. */
const CARD_TEXT_LENGTH = 100;

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
  'average_rating',
  'review_count',
] as const;

/** What a card shows and its buttons need: little enough to travel with the page a second time, as its data. */
export type CardProduct = Pick<ListedProduct, (typeof SHOWN)[number] | 'description'> & { image: string | null };

export function cardProduct(product: ListedProduct): CardProduct {
  const card = Object.fromEntries(SHOWN.map((key) => [key, product[key]])) as Pick<
    ListedProduct,
    (typeof SHOWN)[number]
  >;
  return { ...card, description: cardText(product), image: product.images[0] ?? null };
}

function cardText({ description, short_description }: ListedProduct): string {
  const text = description || short_description;
  return text.length > CARD_TEXT_LENGTH ? `${text.slice(0, CARD_TEXT_LENGTH).trimEnd()}...` : text;
}
