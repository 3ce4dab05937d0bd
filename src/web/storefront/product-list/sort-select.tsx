import type { Filters } from '#domain/list-address.ts';
import { FILTER_FORM, SORTS, sortOf } from './list-filters.ts';

/** One select for sortBy and sortOrder. */
export function SortSelect({ filters, onSort }: { filters: Filters; onSort: (sort: string) => void }) {
  return (
    <label className="sort">
      <span className="max-sm:sr-only">Sort by</span>
      <select
        className="input"
        name="sort"
        form={FILTER_FORM}
        value={sortOf(filters)}
        onChange={({ target }) => onSort(target.value)}
      >
        {filters.search && <option value="">Relevance</option>}
        {SORTS.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
