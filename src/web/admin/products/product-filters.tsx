import { FilterBar } from '../shared/list/filter-bar.tsx';
import { FilterSelect } from '../shared/list/filter-select.tsx';
import { SearchField } from '../shared/list/search-field.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { useCategoryChoices } from '../shared/use-category-choices.ts';

import type { ProductsQuery } from './products-fallback.ts';

const STATUSES = [
  ['all', 'All statuses'],
  ['active', 'Active'],
  ['inactive', 'Inactive'],
  ['in_stock', 'In Stock'],
  ['low_stock', 'Low Stock'],
  ['out_of_stock', 'Out of Stock'],
] as const;
const SORTS = ['name', 'sku', 'price', 'stock'];

/** The state of the product list from its URL. */
export const useProductsAddress = () =>
  useListAddress({
    filters: { category: 'text', status: ['all', 'active', 'inactive', 'in_stock', 'low_stock', 'out_of_stock'] },
    sorts: SORTS,
  });

export type ProductsAddress = ReturnType<typeof useProductsAddress>;

/** The list's query; an invalid category id is ignored. */
export const queryOf = ({ page, search, filters, sort }: ProductsAddress): ProductsQuery => ({
  page,
  search,
  category: /^\d+$/.test(filters.category) ? filters.category : '',
  status: filters.status,
  sortBy: sort?.by as ProductsQuery['sortBy'],
  sortOrder: sort?.order,
});

export function ProductFilters({ list }: { list: ProductsAddress }) {
  const categories = useCategoryChoices().data ?? [];
  return (
    <FilterBar>
      <SearchField
        label="Search products"
        placeholder="Name, SKU or brand"
        value={list.search}
        onSearch={(search) => list.show({ search })}
      />
      <FilterSelect
        label="Filter by category"
        value={list.filters.category}
        options={[['', 'All categories'], ...categories.map(({ id, name }) => [String(id), name] as const)]}
        onChoose={(category) => list.show({ filters: { category } })}
      />
      <FilterSelect
        label="Filter by status"
        value={list.filters.status}
        options={STATUSES}
        onChoose={(status) => list.show({ filters: { status } })}
      />
    </FilterBar>
  );
}
