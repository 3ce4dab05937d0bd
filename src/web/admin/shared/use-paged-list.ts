import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { CallKey, Data, Input } from '#web/api/calls.ts';

const PAGE_SIZE = 20;

/** Endpoints of the back office that answer a page of a list. */
type ListKey = {
  [K in CallKey]: K extends `GET /admin/${string}`
    ? Data<K> extends { readonly last_page: number }
      ? K
      : never
    : never;
}[CallKey];

type Query<K extends ListKey> =
  Input<K> extends { readonly query?: infer Q } ? Omit<NonNullable<Q>, 'per_page'> : never;

/**
 * One page of a back office list, for `ListPage`; keeps the previous page until the next one has loaded. Writes refresh
 * the list by `invalidateQueries({ queryKey: [endpoint] })`.
 *
 *     const holds = usePagedList('GET /admin/holds', { page: list.page, search: list.search });
 */
export const usePagedList = <K extends ListKey>(endpoint: K, query: Query<K>) =>
  useQuery({
    queryKey: [endpoint, query],
    queryFn: ({ signal }) =>
      call(endpoint, { query: { ...query, per_page: PAGE_SIZE } } as unknown as Input<K>, { signal }),
    placeholderData: keepPreviousData,
  });
