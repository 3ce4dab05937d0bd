import { slugOf } from '#domain/catalogue/slug.ts';
import { adminStockBadge } from '#domain/catalogue/stock.ts';
import { pageOfAll } from '#domain/paging.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { sampleId } from '../shared/local-changes.ts';
import type { WithLocalChange } from '../shared/local-first.ts';

type ListedProduct = Data<'GET /admin/products'>['data'][number];
/** The fields that lists show. Products that exist only in this browser have no others. */
type NeededField =
  | ('id' | 'name' | 'slug' | 'sku' | 'description' | 'short_description' | 'brand' | 'images')
  | ('price' | 'sale_price' | 'stock' | 'stock_seen' | 'held' | 'has_variants' | 'category_id')
  | ('is_active' | 'is_featured' | 'average_rating' | 'review_count')
  | ('revision' | 'created_at' | 'updated_at');
export type AdminProduct = Pick<ListedProduct, NeededField> & {
  readonly category: Pick<ListedProduct['category'], 'id' | 'name' | 'slug'>;
};
export type ShownProduct = WithLocalChange<AdminProduct>;
type PublicProduct = Data<'GET /products'>['data'][number];

export interface ProductsQuery {
  readonly page: number;
  readonly search: string;
  /** Id of a category, or empty. */
  readonly category: string;
  readonly status: 'all' | 'active' | 'inactive' | 'in_stock' | 'low_stock' | 'out_of_stock';
  readonly sortBy: 'name' | 'sku' | 'price' | 'stock' | 'created_at' | undefined;
  readonly sortOrder: 'asc' | 'desc' | undefined;
}

export interface ProductsPage {
  readonly data: readonly AdminProduct[];
  readonly total: number;
  readonly current_page: number;
  readonly last_page: number;
  /** The source of the list; anything but the shop's own list is announced above it. */
  readonly source: 'shop' | 'featured' | 'list' | 'search' | 'samples';
}

/** Back-office §9. */
export const PAGE_SIZE = 10;

function asAdminProduct(product: PublicProduct): AdminProduct {
  const { id, name, slug, description, short_description, price, sale_price, sku, stock, images, category } = product;
  return {
    id,
    name,
    slug,
    description,
    short_description,
    price,
    sale_price,
    sku,
    stock,
    stock_seen: stock,
    held: 0,
    images,
    category_id: category.id,
    category,
    brand: product.brand,
    is_active: product.is_active,
    is_featured: product.is_featured,
    has_variants: product.has_variants,
    average_rating: product.average_rating,
    review_count: product.review_count,
    revision: 0,
    created_at: product.created_at,
    updated_at: product.created_at,
  };
}

type Sample = readonly [name: string, sku: string, price: string, stock: number, category: string];

const SAMPLE_ROWS: readonly Sample[] = [
  ['Sample Headphones', 'SAMPLE-001', '99.99', 25, 'Electronics'],
  ['Sample T-Shirt', 'SAMPLE-002', '19.99', 8, 'Clothing'],
  ['Sample Novel', 'SAMPLE-003', '12.99', 0, 'Books'],
];

const LONG_AGO = new Date(0).toISOString();

/** Shown when nothing can be loaded (back-office §7). */
const SAMPLES: readonly AdminProduct[] = SAMPLE_ROWS.map(([name, sku, price, stock, category], index) => {
  const text = `${name}, shown while the shop cannot be reached.`;
  return {
    id: sampleId(index),
    name,
    slug: slugOf(name),
    description: text,
    short_description: text,
    price,
    sale_price: null,
    sku,
    stock,
    stock_seen: stock,
    held: 0,
    images: [],
    category_id: sampleId(index),
    category: { id: sampleId(index), name: category, slug: slugOf(category) },
    brand: null,
    is_active: true,
    is_featured: false,
    has_variants: false,
    average_rating: '0.00',
    review_count: 0,
    revision: 0,
    created_at: LONG_AGO,
    updated_at: LONG_AGO,
  };
});

/** Whether a local product matches the filters. */
export const matcher =
  ({ search, category, status }: ProductsQuery) =>
  (product: AdminProduct): boolean => {
    const text = `${product.name} ${product.sku} ${product.brand ?? ''}`.toLowerCase();
    return (
      text.includes(search.toLowerCase()) &&
      (category === '' || product.category_id === Number(category)) &&
      hasStatus(product, status)
    );
  };

const BADGE_OF = {
  inactive: 'Inactive',
  in_stock: 'In Stock',
  low_stock: 'Low Stock',
  out_of_stock: 'Out of Stock',
} as const;

function hasStatus({ is_active: isActive, stock }: AdminProduct, status: ProductsQuery['status']): boolean {
  if (status === 'all') return true;
  if (status === 'active') return isActive;
  return adminStockBadge({ isActive, stock }).label === BADGE_OF[status];
}

function filteredPage(
  all: readonly AdminProduct[],
  query: ProductsQuery,
  source: ProductsPage['source'],
): ProductsPage {
  const found = all.filter(matcher(query));
  return { ...pageOfAll({ page: query.page, per_page: PAGE_SIZE }, found), source };
}

/** Back-office §7, in this order: featured products, the public list, the same with page and search, samples. */
export async function readProductsInstead(query: ProductsQuery): Promise<ProductsPage> {
  const ways: readonly (() => Promise<ProductsPage>)[] = [
    async () => filteredPage((await call('GET /products/featured')).map(asAdminProduct), query, 'featured'),
    async () => filteredPage((await call('GET /products', { query: {} })).data.map(asAdminProduct), query, 'list'),
    async () => {
      const { page, search } = query;
      const listed = await call('GET /products', { query: { page, search, per_page: PAGE_SIZE } });
      return { ...listed, data: listed.data.map(asAdminProduct), source: 'search' };
    },
  ];
  for (const read of ways) {
    try {
      return await read();
    } catch {
      // Try the next one.
    }
  }
  return filteredPage(SAMPLES, query, 'samples');
}
