import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

export type Hold = Data<'GET /admin/holds'>['data'][number];

const PAGE_SIZE = 20;

interface HoldsQuery {
  readonly page: number;
  readonly search: string;
}

/** A page of the holds; the previous page stays visible until the next one has loaded. */
export const useHolds = (query: HoldsQuery) =>
  useQuery({
    queryKey: ['admin-holds', query],
    queryFn: ({ signal }) => call('GET /admin/holds', { query: { ...query, per_page: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  });

export function useReleaseHold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (checkoutId: number) => call('POST /admin/holds/{id}/release', { params: { id: checkoutId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin-holds'] }),
  });
}
