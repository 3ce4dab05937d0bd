import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../admin/api.ts';

/** Products and categories to choose from, by a search text. */
export const useChoices = (kind: 'products' | 'categories', search: string, ids: readonly number[] = []) =>
  useQuery({
    queryKey: ['content-choices', kind, search, ids],
    queryFn: ({ signal }) =>
      api.call('GET /admin/content/choices', { query: { kind, search, ids: ids.join(',') } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
