import { commonWord, name, sentence } from './catalogue-words.ts';
import { createRandom, pick } from './random.ts';

export const CATEGORY_COUNT = 24;
const BRAND_COUNT = 150;

export interface BenchProduct {
  readonly id: number;
  readonly categoryId: number;
  readonly name: string;
  readonly slug: string;
  readonly sku: string;
  readonly brand: string;
  readonly description: string;
  readonly shortDescription: string;
  readonly tags: readonly string[];
  readonly priceCents: number;
  readonly salePriceCents: number | null;
  readonly rating: number;
  readonly reviewCount: number;
  readonly isFeatured: boolean;
  readonly stock: number;
  /** Days before today. */
  readonly age: number;
}

export function categoryName(id: number): string {
  return name(createRandom(1_000_000 + id));
}

export function brandName(index: number): string {
  return name(createRandom(2_000_000 + index)).split(' ')[0] as string;
}

/** The product with this id: the same in every run. */
export function benchProduct(id: number): BenchProduct {
  const random = createRandom(id);
  const title = name(random);
  const priceCents = 300 + Math.floor(random() ** 3 * 60_000);
  return {
    id,
    categoryId: 1 + Math.floor(random() * CATEGORY_COUNT),
    name: title,
    slug: `${title.toLowerCase().replaceAll(' ', '-')}-p${id}`,
    sku: `ST-${String(id).padStart(6, '0')}`,
    brand: brandName(Math.floor(random() ** 2 * BRAND_COUNT)),
    description: Array.from({ length: 5 }, () => sentence(random, 10 + Math.floor(random() * 8))).join(' '),
    shortDescription: sentence(random, 12),
    tags: [commonWord(random), commonWord(random), pick(random, ['new', 'gift', 'sale', 'eco'])],
    priceCents,
    salePriceCents: random() < 0.2 ? Math.floor(priceCents * (0.5 + random() * 0.4)) : null,
    rating: Math.round(random() * 500) / 100,
    reviewCount: Math.floor(random() ** 6 * 3_000),
    isFeatured: random() < 0.01,
    stock: random() < 0.08 ? 0 : Math.floor(random() * 200),
    age: Math.floor(random() * 700),
  };
}
