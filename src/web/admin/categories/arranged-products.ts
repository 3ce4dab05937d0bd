import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

export type ArrangedPage = Data<'GET /admin/categories/{id}/products'>;
export type ArrangedProduct = ArrangedPage['data'][number];

export const PAGE_SIZE = 50;
const KEY = 'admin-arranged-products';

export const useArrangedProducts = (id: number, query: { readonly page: number; readonly search: string }) =>
  useQuery({
    queryKey: [KEY, id, query],
    queryFn: ({ signal }) =>
      call(
        'GET /admin/categories/{id}/products',
        { params: { id }, query: { ...query, per_page: PAGE_SIZE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Both show the list as it is then, also after a failure. */
export function useArrangement(id: number, revision: number) {
  const client = useQueryClient();
  const thenRefresh = async (change: Promise<unknown>) => {
    try {
      await change;
    } finally {
      await client.invalidateQueries({ queryKey: [KEY, id] });
    }
  };
  return {
    /** @param position from 1; null: back to the default order */
    move: (productId: number, position: number | null) =>
      thenRefresh(
        call('PUT /admin/categories/{id}/products/{productId}/position', {
          params: { id, productId },
          body: { position, revision },
        }),
      ),
    discard: () =>
      thenRefresh(call('DELETE /admin/categories/{id}/products/order', { params: { id }, query: { revision } })),
  };
}
