import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data, ListKey, ListQuery } from '#web/api/calls.ts';

const PAGE_SIZE = 20;

type AdminListKey = Extract<ListKey, `GET /admin/${string}`>;

interface Options<K extends AdminListKey> {
  /** Milliseconds until the page is read again; false: not. */
  readonly refetchInterval?: (page: Data<K>) => number | false;
}

/**
 * One page of a back office list, for `ListPage`; keeps the previous page until the next one has loaded. Writes refresh
 * the list by `invalidateQueries({ queryKey: [endpoint] })`.
 *
 *     const holds = usePagedList('GET /admin/holds', { page: list.page, search: list.search });
 */
export const usePagedList = <K extends AdminListKey>(
  endpoint: K,
  query: ListQuery<K>,
  { refetchInterval }: Options<K> = {},
) =>
  useQuery({
    queryKey: [endpoint, query],
    queryFn: ({ signal }) => call(endpoint, { query: { ...query, per_page: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data ? (refetchInterval?.(state.data) ?? false) : false),
  });
