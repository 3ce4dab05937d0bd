import homeContent from 'virtual:home-content';
import { isUnavailable } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Api, Data } from '#web/api/calls.ts';
import { type CardProduct, cardProduct } from '#web/shared/catalogue/card-product.ts';
import { SAMPLE_CATEGORIES } from '#web/shared/catalogue/sample-categories.ts';

/** Storefront §9: at most 6 categories and 8 featured products. */
const MAX_CATEGORIES = 6;
const MAX_FEATURED = 8;

export type HomeCategory = Pick<Data<'GET /categories'>[number], 'id' | 'name' | 'image' | 'product_count'>;

export interface HomeData {
  categories: HomeCategory[];
  featured: CardProduct[];
  error: string | null;
  /** What a plug-in shows in place of the shop's own home page; null or missing: nothing. */
  content?: unknown;
}

/** Data of the home page; a failed part does not affect the others. */
export async function readHome(api: Api): Promise<HomeData> {
  const content = homeContent && (await readContent(api, homeContent));
  return content == null ? readDefaults(api) : { categories: [], featured: [], error: null, content };
}

/** The same with the browser's own calls, which all take a round trip: one after the other would take two. */
export async function fetchHome(): Promise<HomeData> {
  if (!homeContent) return readDefaults(call);
  const [content, defaults] = await Promise.all([readContent(call, homeContent), readDefaults(call)]);
  return { ...defaults, content };
}

/** Null when it fails: then the shop's own home page is shown. */
async function readContent(api: Api, endpoint: string): Promise<unknown> {
  // Both transports take any address; their types know the shop's own contract.
  const read = api as unknown as (key: string) => Promise<unknown>;
  return read(endpoint).catch(() => null);
}

async function readDefaults(api: Api): Promise<HomeData> {
  const [categories, featured] = await Promise.all([readCategories(api), readFeatured(api)]);
  return {
    categories,
    featured: featured ?? [],
    error: featured ? null : 'Failed to load featured products',
  };
}

async function readCategories(api: Api): Promise<HomeCategory[]> {
  try {
    const categories = await api('GET /categories');
    return categories
      .slice(0, MAX_CATEGORIES)
      .map(({ id, name, image, product_count }) => ({ id, name, image, product_count }));
  } catch (error) {
    return isUnavailable(error) ? SAMPLE_CATEGORIES : [];
  }
}

/** Retried once after a failure (storefront §7). */
async function readFeatured(api: Api): Promise<CardProduct[] | null> {
  const read = () => api('GET /products/featured');
  try {
    const products = await read().catch(read);
    return products.slice(0, MAX_FEATURED).map(cardProduct);
  } catch {
    return null;
  }
}
