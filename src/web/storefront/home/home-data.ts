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
}

/** Data of the home page; a failed part does not affect the others. */
export async function readHome(api: Api): Promise<HomeData> {
  const [categories, featured] = await Promise.all([readCategories(api), readFeatured(api)]);
  return {
    categories,
    featured: featured ?? [],
    error: featured ? null : 'Failed to load featured products',
  };
}

/** The same with the browser's own calls. */
export const fetchHome = () => readHome(call);

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
