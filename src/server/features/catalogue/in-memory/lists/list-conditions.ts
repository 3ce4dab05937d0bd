import type { CatalogueFilter } from '../../search-engine.ts';
import type { ProductTable } from '../table/product-table.ts';
import type { SlotSet } from '../table/slot-set.ts';
import type { Conditions } from './conditions.ts';
import { conditionsOf } from './product-filter.ts';

/** A filter whose tag, time of creation and rule are resolved to the products that meet them. */
export interface ResolvedFilter extends CatalogueFilter {
  /** The slots that meet them; undefined: there are none. */
  readonly members?: SlotSet;
}

/** Of those that products have; undefined: any. */
export function brandNumbersOf(table: ProductTable, brand: CatalogueFilter['brand']): number[] | undefined {
  return brand === undefined ? undefined : [brand].flat().flatMap((name) => table.brandNumbers(name));
}

/** The conditions for products of any shelf. Undefined: no product has that category or brand. */
export function listConditions(table: ProductTable, filter: ResolvedFilter): Conditions | undefined {
  const { categoryId } = filter;
  const brands = brandNumbersOf(table, filter.brand);
  if (brands?.length === 0) return undefined;
  if (categoryId !== undefined && table.categories.numberOf(categoryId) === undefined) return undefined;
  const category = categoryId === undefined ? undefined : table.shelves.branchOf(categoryId);
  return conditionsOf(table.columns, { ...filter, brands, category }, table.slotCount);
}
