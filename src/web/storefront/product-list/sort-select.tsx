import { DEFAULT_SORT, type Filters } from '#domain/list-address.ts';
import { FILTER_FORM, SORTS, sortOf } from './list-filters.ts';

interface SortSelectProps {
  filters: Filters;
  /** Whether the merchant's order is the default. */
  isFeatured: boolean;
  onSort: (sort: string) => void;
}

/** One select for sortBy and sortOrder. */
export function SortSelect({ filters, isFeatured, onSort }: SortSelectProps) {
  const byDefault = filters.search ? 'Relevance' : isFeatured && 'Featured';
  return (
    <label className="sort">
      <span className="max-sm:sr-only">Sort by</span>
      <select
        className="input"
        name="sort"
        form={FILTER_FORM}
        value={sortOf(filters, byDefault)}
        onChange={({ target: { value } }) => onSort(byDefault || value !== DEFAULT_SORT ? value : '')}
      >
        {byDefault && <option value="">{byDefault}</option>}
        {SORTS.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
