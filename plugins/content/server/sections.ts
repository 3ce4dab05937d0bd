import { type AnySection, defineSection, dependsOn, type ProductCard, validUntil } from '#plugin';
import type { ListedPost } from '../blog-contract.ts';
import { EMPTY_TEXT } from '../model/rich-text.ts';
import type { Services } from '../tables.ts';
import { readCategoryImages } from './category-images.store.ts';
import { listedPostView } from './post.view.ts';
import { listPublicPosts, nextPublication } from './posts.store.ts';
import * as settings from './section-settings.ts';

/** As many as the shop's own home page shows. */
const CATEGORIES = 6;

/** Everything is in the settings. */
const nothingToLoad = async () => {
  dependsOn('plugin');
  return {};
};
const NO_BUTTON = { button_label: '', button_to: '' };

const SORTS = {
  newest: { sortBy: 'created_at', isDescending: true },
  popular: { sortBy: 'popularity' },
  rated: { sortBy: 'average_rating', isDescending: true },
  sale: { sortBy: 'popularity', isOnSale: true },
} as const;

export interface ProductsData {
  readonly products: readonly ProductCard[];
  /** Null: all products. */
  readonly category: { readonly id: number; readonly name: string } | null;
}

async function loadProducts(
  { products }: Services,
  { source, category, chosen, count }: settings.ProductsSettings,
): Promise<ProductsData | null> {
  // The products add their own keys.
  dependsOn('plugin');
  const page = { offset: 0, limit: count };
  if (source === 'chosen') {
    const found = chosen.length > 0 ? await products.list({ among: chosen, ...page }) : { products: [] };
    return found.products.length > 0 ? { products: found.products, category: null } : null;
  }
  const [{ products: found }, { categories }] = await Promise.all([
    products.list({ ...SORTS[source], ...page, ...(category !== null && { categoryId: category }) }),
    products.filterOptions(),
  ]);
  const one = categories.find(({ id }) => id === category);
  return found.length > 0 ? { products: found, category: one ? { id: one.id, name: one.name } : null } : null;
}

export interface CategoriesData {
  readonly categories: readonly { readonly id: number; readonly name: string; readonly image: string | null }[];
}

async function loadCategories(
  { db, products }: Services,
  { chosen }: settings.CategoriesSettings,
): Promise<CategoriesData | null> {
  dependsOn('category');
  const { categories } = await products.filterOptions();
  const known = new Map(categories.map((category) => [category.id, category]));
  const shown =
    chosen.length > 0
      ? chosen.flatMap((id) => known.get(id) ?? [])
      : categories.filter(({ parentId }) => parentId === null).slice(0, CATEGORIES);
  const ids = shown.map(({ id }) => id);
  if (ids.length === 0) return null;
  const images = await readCategoryImages(db, ids);
  return { categories: shown.map(({ id, name }) => ({ id, name, image: images.get(id) ?? null })) };
}

export interface ProductData {
  readonly product: ProductCard;
}

async function loadProduct(
  { products }: Services,
  { product: id }: settings.ProductSettings,
): Promise<ProductData | null> {
  dependsOn('plugin');
  const {
    products: [product],
  } = await products.list({ among: [id], offset: 0, limit: 1 });
  return product ? { product } : null;
}

export interface PostsData {
  readonly posts: readonly ListedPost[];
}

async function loadPosts({ db, now }: Services, { count }: settings.PostsSettings): Promise<PostsData | null> {
  dependsOn('plugin');
  const at = now();
  const [rows, next] = await Promise.all([
    listPublicPosts(db, { now: at, limit: count, offset: 0 }),
    nextPublication(db, at),
  ]);
  validUntil(next);
  return rows.length > 0 ? { posts: rows.map(listedPostView) } : null;
}

/** What a merchant can put on the home page, in the order of the list to choose from. */
export const sections: readonly AnySection[] = [
  defineSection({
    name: 'hero',
    label: 'Hero',
    hint: 'A large heading with a picture and a button; the first thing that visitors see.',
    settings: settings.hero,
    defaults: { kicker: '', title: '', text: '', picture: null, ...NO_BUTTON },
    load: nothingToLoad,
    file: './web/sections/hero.tsx',
    editor: './web/sections/hero-editor.tsx',
  }),
  defineSection({
    name: 'products',
    label: 'Product row',
    hint: 'New, popular, well rated, reduced or chosen products.',
    settings: settings.products,
    defaults: { title: 'New in', source: 'newest', category: null, chosen: [], count: 4 },
    load: loadProducts,
    file: './web/sections/products.tsx',
    editor: './web/sections/products-editor.tsx',
  }),
  defineSection({
    name: 'categories',
    label: 'Category row',
    hint: 'Categories with their pictures.',
    settings: settings.categories,
    defaults: { title: 'Shop by Category', chosen: [] },
    load: loadCategories,
    file: './web/sections/categories.tsx',
    editor: './web/sections/categories-editor.tsx',
  }),
  defineSection({
    name: 'picture-and-text',
    label: 'Picture and text',
    hint: 'A picture beside a text, such as a story about your workshop.',
    settings: settings.pictureAndText,
    defaults: { title: '', text: EMPTY_TEXT, side: 'left', ...NO_BUTTON },
    load: nothingToLoad,
    file: './web/sections/picture-and-text.tsx',
    editor: './web/sections/picture-and-text-editor.tsx',
  }),
  defineSection({
    name: 'quote',
    label: 'Quote',
    hint: 'A sentence by a customer or about the shop.',
    settings: settings.quote,
    defaults: { text: '', author: '' },
    load: nothingToLoad,
    file: './web/sections/quote.tsx',
    editor: './web/sections/quote-editor.tsx',
  }),
  defineSection({
    name: 'product',
    label: 'Single product',
    hint: 'One product, large, with a few words.',
    settings: settings.product,
    defaults: { text: '' },
    load: loadProduct,
    file: './web/sections/product.tsx',
    editor: './web/sections/product-editor.tsx',
  }),
  defineSection({
    name: 'newsletter',
    label: 'Newsletter',
    hint: 'A field in which visitors subscribe.',
    settings: settings.newsletter,
    defaults: { title: 'Letters, rarely', text: 'News from the shop.' },
    load: nothingToLoad,
    file: './web/sections/newsletter.tsx',
    editor: './web/sections/newsletter-editor.tsx',
  }),
  defineSection({
    name: 'posts',
    label: 'Latest posts',
    hint: 'The newest posts of the blog, side by side.',
    settings: settings.posts,
    defaults: { title: 'From the blog', count: 3 },
    load: loadPosts,
    file: './web/sections/posts.tsx',
    editor: './web/sections/posts-editor.tsx',
  }),
  defineSection({
    name: 'text',
    label: 'Text',
    hint: 'Rich text with headings, lists and links.',
    settings: settings.plainText,
    defaults: { text: EMPTY_TEXT },
    load: nothingToLoad,
    file: './web/sections/text.tsx',
    editor: './web/sections/text-editor.tsx',
  }),
];
