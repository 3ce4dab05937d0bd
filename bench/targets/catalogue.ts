import { brandName, CATEGORY_COUNT } from '../catalogue-data.ts';
import { commonWord, rareWord } from '../catalogue-words.ts';
import { createRandom, pick } from '../random.ts';
import type { Target } from './target.ts';

const SORTS = ['name', 'price', 'created_at', 'average_rating'] as const;
const PER_PAGE = 12;

/** A filtered, sorted page, often deep in the list, with one or two filters. */
function listPath(n: number, products: number): string {
  const random = createRandom(n);
  const query = new URLSearchParams({ sortBy: pick(random, SORTS), sortOrder: pick(random, ['asc', 'desc']) });
  let matches = products;
  if (random() < 0.5) {
    query.set('category', String(1 + Math.floor(random() * CATEGORY_COUNT)));
    matches /= CATEGORY_COUNT;
  }
  if (random() < 0.5) {
    const low = Math.floor(random() * 200);
    query.set('minPrice', String(low));
    query.set('maxPrice', String(low + 100));
    matches /= 4;
  }
  if (random() < 0.2) query.set('inStock', 'true');
  if (random() < 0.1) query.set('brand', brandName(Math.floor(random() * 100)));
  query.set('page', String(1 + Math.floor((random() * matches) / PER_PAGE)));
  query.set('n', String(n));
  return `/api/products?${query}`;
}

export const catalogueTargets: readonly Target[] = [
  {
    name: 'product detail',
    goal: 3_000,
    path: (n, products) => `/api/products/${1 + ((n * 7_919) % products)}?n=${n}`,
  },
  { name: 'product list', goal: 1_500, path: listPath },
  { name: 'product list with facets', goal: 1_000, path: (n, products) => `${listPath(n, products)}&facets=true` },
  { name: 'search, rare word', goal: 1_500, path: (n) => `/api/products?search=${rareWord(createRandom(n))}&n=${n}` },
  {
    name: 'search, common word',
    goal: 1_000,
    path: (n) => `/api/products?search=${commonWord(createRandom(n))}&n=${n}`,
  },
  {
    name: 'search, two words, sorted, deep',
    goal: 1_000,
    path: (n) => {
      const random = createRandom(n);
      const page = 1 + Math.floor(random() * 4);
      return `/api/products?search=${commonWord(random)}+${commonWord(random)}&sortBy=price&page=${page}&n=${n}`;
    },
  },
  {
    name: 'suggestions',
    goal: 1_000,
    path: (n) => {
      const random = createRandom(n);
      const word = random() < 0.5 ? commonWord(random) : rareWord(random);
      return `/api/products/suggestions?q=${word.slice(0, 1 + Math.floor(random() * 5))}&n=${n}`;
    },
  },
];
