import { sql } from 'kysely';
import type { DemoShop } from '#plugin';
import type { Rule } from '../rule.ts';
import type { CollectionSort } from '../sorts.ts';
import type { Tables } from '../tables.ts';

interface DemoCollection {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** The product whose first picture it shows. */
  readonly pictured: string;
  readonly rule: Rule | null;
  readonly sort: CollectionSort;
  readonly max: number | null;
  /** Slugs of picked products, in their order. */
  readonly picked: readonly string[];
}

const COLLECTIONS: readonly DemoCollection[] = [
  {
    slug: 'new-arrivals',
    name: 'New arrivals',
    description: 'The latest things on our shelves, and all of them ready to send today.',
    pictured: 'boucle-reading-armchair',
    rule: { match: 'all', conditions: [{ field: 'stock' }] },
    sort: 'newest',
    max: 20,
    picked: [],
  },
  {
    slug: 'the-home-office',
    name: 'The home office',
    description:
      'A desk that you like to sit down at. A quiet keyboard, a good light, and the sound of the room turned down.',
    pictured: 'rowan-compact-keyboard',
    rule: null,
    sort: 'manual',
    max: null,
    picked: [
      'slate-14-laptop',
      'rowan-compact-keyboard',
      'pebble-wireless-mouse',
      'orbit-thumb-trackball',
      'aria-over-ear-headphones',
      'bolt-desk-lamp',
      'folio-e-reader',
      'plain-24-desktop',
      'cardinal-studio-microphone',
      'round-stoneware-teapot',
    ],
  },
  {
    slug: 'gifts-under-50',
    name: 'Gifts under $50',
    description: 'Small things that people keep. Each of them is in stock and fits under the tree.',
    pictured: 'fig-leaf-candle',
    rule: {
      match: 'all',
      conditions: [{ field: 'tag', value: 'gift' }, { field: 'price', max: '50.00' }, { field: 'stock' }],
    },
    sort: 'best-selling',
    max: null,
    picked: [],
  },
  {
    slug: 'on-sale-now',
    name: 'On sale now',
    description: 'Everything that costs less than it did, as long as it is in stock.',
    pictured: 'daytrip-backpack-18-l',
    rule: { match: 'all', conditions: [{ field: 'sale' }, { field: 'stock' }] },
    sort: 'best-selling',
    max: null,
    picked: [],
  },
  {
    slug: 'the-sunday-kitchen',
    name: 'The Sunday kitchen',
    description:
      'For the one meal of the week that may take all afternoon: iron, a sharp edge, and something to drink.',
    pictured: 'sunday-casserole-5-l',
    rule: null,
    sort: 'manual',
    max: null,
    picked: [
      'sunday-casserole-5-l',
      'everyday-frying-pan-26-cm',
      'eight-inch-chefs-knife',
      'walnut-cutting-board',
      'wide-mixing-bowl',
      'pantry-jar-set-of-three',
      'bread-slowly',
      'linen-napkin-set-of-four',
      'long-stem-wine-glass-pair',
    ],
  },
  {
    slug: 'a-reading-corner',
    name: 'A reading corner',
    description: 'A chair that holds you, a lamp over the shoulder, and a book that is longer than the evening.',
    pictured: 'the-lighthouse-keepers',
    rule: null,
    sort: 'manual',
    max: null,
    picked: [
      'boucle-reading-armchair',
      'the-lighthouse-keepers',
      'opal-globe-lamp',
      'herringbone-wool-throw',
      'the-winter-orchard',
      'speckled-stoneware-mug',
      'tray-side-table',
      'quarto-reading-glasses',
      'letters-from-the-night-train',
      'feather-cushion',
    ],
  },
];

/** Collections for the demo shop: some by rule, some picked by hand. */
export async function loadDemo({ tx, today }: DemoShop<Record<never, never>, Tables>): Promise<void> {
  const slugs = COLLECTIONS.flatMap(({ picked, pictured }) => [...picked, pictured]);
  const products = await tx
    .selectFrom('product')
    .select(['id', 'slug', sql<string | null>`images -> 0 ->> 'url'`.as('picture')])
    .where('slug', 'in', slugs)
    .execute();
  const found = new Map(products.map((product) => [product.slug, product]));
  for (const [index, { slug, name, description, pictured, rule, sort, max, picked }] of COLLECTIONS.entries()) {
    const { id } = await tx
      .insertInto('plugin_collections.collection')
      .values({
        slug,
        name,
        description,
        image: found.get(pictured)?.picture ?? null,
        seo_title: null,
        seo_description: null,
        kind: rule ? 'rule' : 'manual',
        rule: rule && JSON.stringify(rule),
        sort,
        max_products: max,
        position: index + 1,
        is_published: true,
        published_from: null,
        published_until: null,
        created_at: today,
        updated_at: today,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = picked.flatMap((one, position) => {
      const product = found.get(one);
      return product ? [{ collection_id: id, product_id: product.id, position: position + 1 }] : [];
    });
    if (rows.length > 0) await tx.insertInto('plugin_collections.collection_product').values(rows).execute();
  }
}
