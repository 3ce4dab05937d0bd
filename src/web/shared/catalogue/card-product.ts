import CardBadge from 'virtual:slot/card.badge';
import { cardDescription } from '#domain/catalogue/card-description.ts';
import { wordCut } from '#domain/cut-text.ts';
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

/** Characters that fit on a card: of the description on one as narrow as on a phone, of the others on every card. */
const LENGTHS = { name: 60, brand: 40, description: 46 } as const;

const TEXTS = Object.keys(LENGTHS) as (keyof typeof LENGTHS)[];

/** What a product card and its buttons need: small, because it is also sent as page data. */
export type CardProduct = Pick<ListedProduct, (typeof SHOWN)[number] | 'description'> & {
  image: string | null;
  /** Shown while the pointer is on the card; missing where it could show another colour. */
  second?: string;
  /** The query of its page, for the variant that a list was filtered for. */
  choice?: string;
  /** Where to cut texts that are too long for a card; missing for those that fit. */
  cuts: { readonly [text in keyof typeof LENGTHS]?: number };
  /** What plug-ins say about it; only where one has a badge on cards. */
  extensions?: ListedProduct['extensions'];
};

export function cardProduct(product: ListedProduct): CardProduct {
  const described = {
    ...shownOf(product),
    description: cardDescription(product.description || product.short_description),
    image: product.matching_variant?.image ?? product.images[0] ?? null,
  };
  const choice = choiceOf(product);
  const second = product.choices.some(({ swatches }) => swatches.length > 0) ? undefined : product.images[1];
  const shown = {
    ...described,
    cuts: cutsOf(described),
    ...(second && second !== described.image && { second }),
    ...(choice && { choice }),
  };
  return CardBadge ? { ...shown, extensions: product.extensions } : shown;
}

/** A loop, because a list of entries for each card would take longer and leave garbage. */
function shownOf(product: ListedProduct) {
  const shown: Record<string, unknown> = {};
  for (const key of SHOWN) shown[key] = product[key];
  return shown as Pick<ListedProduct, (typeof SHOWN)[number]>;
}

/** Selects the variant, or the options that the list's filters decide, on the product's page. */
function choiceOf({ matching_variant: variant, choices }: ListedProduct): string | undefined {
  if (!variant) return undefined;
  const isComplete = choices.every(({ name }) => variant.options[name] !== undefined);
  const query = new URLSearchParams(isComplete ? { variant: String(variant.id) } : variant.options);
  return query.size > 0 ? `?${query}` : undefined;
}

function cutsOf(texts: Pick<CardProduct, keyof typeof LENGTHS>): CardProduct['cuts'] {
  const cuts: { [text: string]: number } = {};
  for (const name of TEXTS) {
    const text = texts[name] ?? '';
    const end = wordCut(text, LENGTHS[name]);
    // A text without a place to cut it, such as one word, is shown in full.
    if (/[\s\p{P}]/u.test(text.charAt(end))) cuts[name] = end;
  }
  return cuts;
}
