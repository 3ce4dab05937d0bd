import { DEFAULT_SORT, type Filters } from '#domain/catalogue/list-address.ts';
import { FILTER_FORM, SORTS, type SortChoice, sortOf } from './list-filters.ts';

interface SortSelectProps {
  filters: Filters;
  /** Sort orders of a list that defines its own; undefined: those of the shop's lists. */
  sorts: readonly SortChoice[] | undefined;
  /** Whether the merchant's order is the default. */
  isFeatured: boolean;
  onSort: (sort: string) => void;
}

/** One select for sortBy and sortOrder. */
export function SortSelect({ filters, sorts, isFeatured, onSort }: SortSelectProps) {
  const byDefault = filters.search ? 'Relevance' : isFeatured && 'Featured';
  const sort = sorts ? (filters.sortBy ?? '') : sortOf(filters, byDefault);
  return (
    <label className="sort">
      <span className="max-sm:sr-only">Sort by</span>
      <select
        className="input"
        name="sort"
        form={FILTER_FORM}
        value={sort}
        onChange={({ target: { value } }) => onSort(sorts || byDefault || value !== DEFAULT_SORT ? value : '')}
      >
        {!sorts && byDefault && <option value="">{byDefault}</option>}
        {(sorts ?? SORTS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
