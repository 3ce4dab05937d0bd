import { useQuery } from '@tanstack/react-query';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { call } from '#web/api/call.ts';

/** As many as merchants and plug-ins can define together. */
const ALL = 100;
const NONE: readonly CustomField[] = [];

/** All defined custom fields, for forms; none while they are loading or cannot be read. */
export function useAllCustomFields(): readonly CustomField[] {
  const { data = NONE } = useQuery({
    queryKey: ['GET /admin/custom-fields', 'all'],
    queryFn: async ({ signal }): Promise<readonly CustomField[]> => {
      const { data: rows } = await call(
        'GET /admin/custom-fields',
        { query: { per_page: ALL, counted: 'no' } },
        { signal },
      );
      return rows.map(({ key, label, kind, choices, unit, help, is_filter, category, plugin }) => ({
        key,
        label,
        kind,
        choices,
        unit,
        help,
        isFilter: is_filter,
        category,
        plugin,
      }));
    },
  });
  return data;
}
