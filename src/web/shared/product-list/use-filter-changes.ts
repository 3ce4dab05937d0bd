import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type Filters, type ListQuery, listAddress, withSort } from '#domain/catalogue/list-address.ts';
import { onPageRestored } from '#web/ui/touched-fields.ts';
import { FILTER_FORM } from './list-filters.ts';

/**
 * Navigates to the list with changed filters or another order. While a list is loading, further choices build on the latest
 * ones.
 * @param shown the filters of the URL and of the search text
 */
export function useFilterChanges(query: ListQuery, shown: Filters) {
  const { filters } = query;
  const navigate = useNavigate();
  const latest = useRef(filters);
  /** Choices whose lists have not loaded yet. */
  const asked = useRef<readonly string[]>([]);
  const addressOf = (chosen: Filters) => listAddress({ ...query, filters: chosen });
  const address = addressOf(filters);
  useLayoutEffect(() => {
    const arrived = asked.current.lastIndexOf(address);
    // Navigation from elsewhere, such as Back or a removed chip, discards pending choices.
    asked.current = arrived < 0 ? [] : asked.current.slice(arrived + 1);
    if (asked.current.length === 0) latest.current = filters;
  }, [filters, address]);
  useEffect(
    () =>
      onPageRestored(() => {
        const form = document.getElementById(FILTER_FORM) as HTMLFormElement | null;
        if (form) void import('./show-filters.ts').then((parts) => parts.showFilters(form, shown));
      }),
    [shown],
  );

  const change = (changed: Filters, typed: boolean) => {
    latest.current = changed;
    asked.current = [...asked.current, addressOf(changed)];
    void navigate(addressOf(changed), { preventScrollReset: true, replace: typed });
  };
  return {
    sort: (choice: string) => change(withSort(latest.current, choice), false),
    filter(changed: Filters, typed: boolean) {
      const { sortBy = '', sortOrder = '' } = latest.current;
      change({ ...changed, sortBy, sortOrder }, typed);
    },
    isBehind: () => asked.current.length > 0,
  };
}
