import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { useRequestKey } from '#web/shared/forms/use-request-key.ts';
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
/** Search and filters of a list. */
export type ProductFilters = NonNullable<Input<'GET /admin/products/ids'>['query']>;

const KEY = 'admin-products';
/** Thousands of products take some seconds. */
const BULK_TIMEOUT_MS = 60_000;

/** Back-office §7: products changed in this browser while the server was unavailable. */
export const localProducts = createLocalChanges<AdminProduct>('admin_products');

/**
 * A page of all products including this browser's local changes; keeps the previous page until the next one has loaded.
 */
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
 * A product with everything that the form edits. Local changes, samples and products that fail to load have only the
 * fields of the list.
 */
export const useProduct = (id: number, row: ShownProduct | undefined) =>
  useQuery({
    queryKey: [KEY, 'one', id, row?.local],
    // Always refetch: the form must show the current product.
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

/** Reads the ids of all products of a list, for a bulk change. */
export const useProductIds = () =>
  useMutation({ mutationFn: (query: ProductFilters) => call('GET /admin/products/ids', { query }) });

const WRITES = {
  changes: localProducts,
  nouns: ['product', 'products'],
  create: (body: ProductForm, idempotencyKey: string) => call('POST /admin/products', { body }, { idempotencyKey }),
  update: (id: number, body: Input<'PUT /admin/products/{id}'>['body']) =>
    call('PUT /admin/products/{id}', { params: { id }, body }),
  remove: (id: number) => call('DELETE /admin/products/{id}', { params: { id } }),
  locally,
} as const;

/** Create, update and delete, also in bulk. */
export function useProductWrites() {
  const client = useQueryClient();
  const once = useRequestKey();
  const refresh = () => client.invalidateQueries({ queryKey: [KEY] });
  return {
    ...localFirstWrites(WRITES, refresh),

    /** All or none, and once: a retry after a lost response does not change prices again. @returns how many */
    async changeMany(change: BulkChange): Promise<number> {
      const { changed } = await once(change, (idempotencyKey) =>
        call('POST /admin/products/bulk', { body: change }, { timeoutMs: BULK_TIMEOUT_MS, idempotencyKey }),
      );
      await refresh();
      return changed;
    },
  };
}

/** The product as the list would show it if the call had succeeded. */
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
