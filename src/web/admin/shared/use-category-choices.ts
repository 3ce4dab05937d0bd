import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { hasCallFailed } from './local-changes.ts';

interface CategoryChoice {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

/** The categories for selects in forms and filters; the public list if the back office cannot be reached. */
export const useCategoryChoices = () =>
  useQuery({
    queryKey: ['admin-category-choices'],
    queryFn: async ({ signal }): Promise<readonly CategoryChoice[]> => {
      try {
        return (await call('GET /admin/categories', { query: { per_page: 100 } }, { signal })).data;
      } catch (error) {
        if (!hasCallFailed(error)) throw error;
        return call('GET /categories');
      }
    },
  });
