import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { createLocalChanges, hasCallFailed, isUnknownToShop, withLocalChanges } from '../shared/local-changes.ts';
import { localFirstWrites } from '../shared/local-first.ts';
import {
  type AdminProduct,
  matcher,
  PAGE_SIZE,
  type ProductsPage,
  type ProductsQuery,
  readProductsInstead,
  type ShownProduct,
} from './products-fallback.ts';

export type ProductDetail = Data<'GET /admin/products/{id}'>['product'];
export type ProductForm = Input<'POST /admin/products'>['body'];
export type BulkChange = Input<'POST /admin/products/bulk'>['body'];

const KEY = 'admin-products';

/** Back-office §7: products kept in this browser while the shop could not be reached. */
export const localProducts = createLocalChanges<AdminProduct>('admin_products');

/** A page of all products with the changes of this browser; the page before stays in sight until the next is there. */
export function useProducts(query: ProductsQuery) {
  const changes = localProducts.use();
  const answer = useQuery({
    queryKey: [KEY, query],
    queryFn: ({ signal }): Promise<ProductsPage> =>
      call('GET /admin/products', { query: { ...query, per_page: PAGE_SIZE } }, { signal })
        .then((page): ProductsPage => ({ ...page, source: 'shop' }))
        .catch((error) => {
          if (hasCallFailed(error)) return readProductsInstead(query);
          throw error;
        }),
    placeholderData: keepPreviousData,
  });
  const { data } = answer;
  if (!data) return { ...answer, data: undefined };
  const rows = withLocalChanges(data.data, changes, { isFirstPage: query.page === 1, matches: matcher(query) });
  const shown: Omit<ProductsPage, 'data'> & { readonly data: readonly ShownProduct[] } = {
    ...data,
    data: rows,
    total: data.total + rows.length - data.data.length,
  };
  return { ...answer, data: shown };
}

/**
 * A product with all that the form edits, as it is now. A change of this browser, a sample, and a product that cannot be
 * read, come as far as the list knows them.
 */
export const useProduct = (id: number, row: ShownProduct | undefined) =>
  useQuery({
    queryKey: [KEY, 'one', id, row?.local],
    // What the admin sees must be what is there when the form opens.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }): Promise<ProductDetail | ShownProduct> => {
      if (row && (row.local || isUnknownToShop(row))) return row;
      try {
        return (await call('GET /admin/products/{id}', { params: { id } }, { signal })).product;
      } catch (error) {
        if (row && hasCallFailed(error)) return row;
        throw error;
      }
    },
  });

const WRITES = {
  changes: localProducts,
  nouns: ['product', 'products'],
  create: (body: ProductForm, idempotencyKey: string) => call('POST /admin/products', { body }, { idempotencyKey }),
  update: (id: number, body: Input<'PUT /admin/products/{id}'>['body']) =>
    call('PUT /admin/products/{id}', { params: { id }, body }),
  remove: (id: number) => call('DELETE /admin/products/{id}', { params: { id } }),
  locally,
} as const;

/** Creating, changing and deleting, also many at once. */
export function useProductWrites() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [KEY] });
  return {
    ...localFirstWrites(WRITES, refresh),

    /** All of them or none. @returns how many */
    async changeMany(change: BulkChange): Promise<number> {
      const { changed } = await call('POST /admin/products/bulk', { body: change });
      await refresh();
      return changed;
    },
  };
}

/** The product as the list would show it, had the shop been reached. */
function locally(row: AdminProduct | null, form: ProductForm): AdminProduct {
  const now = new Date().toISOString();
  const id = row?.id ?? localProducts.newId();
  const amount = (value: number | string | null | undefined) =>
    value === null || value === undefined || value === '' ? null : Number(value).toFixed(2);
  const images = (form.images ?? []).map((image) => (typeof image === 'string' ? image : image.url));
  const stock = Number(form.stock);
  return {
    id,
    name: form.name,
    slug: row?.slug ?? '',
    description: form.description,
    short_description: form.short_description ?? '',
    price: amount(form.price) ?? '0.00',
    sale_price: amount(form.sale_price),
    sku: form.sku,
    stock,
    stock_seen: row?.stock_seen ?? stock,
    held: row?.held ?? 0,
    images,
    category_id: form.category_id,
    category: row?.category_id === form.category_id ? row.category : { id: form.category_id, name: '', slug: '' },
    brand: form.brand === undefined ? (row?.brand ?? null) : form.brand,
    is_active: form.is_active ?? true,
    is_featured: form.is_featured ?? false,
    has_variants: (form.variants ?? []).length > 0,
    average_rating: row?.average_rating ?? '0.00',
    review_count: row?.review_count ?? 0,
    revision: row?.revision ?? 0,
    created_at: row?.created_at ?? now,
    updated_at: now,
  };
}
