import type { ChangedProduct } from '../table/changed-product.ts';
import { NO_BRAND } from '../table/product-groups.ts';
import type { ProductTable } from '../table/product-table.ts';

/** Whether a change can alter any facet: a sold unit of a product that stays in stock does not. Call it before the change is applied. */
export function changesFacets(table: ProductTable, { facts, text, variants }: ChangedProduct): boolean {
  const slot = table.slotOf(facts.id);
  const { columns, categories } = table;
  if (slot === undefined || text || variants || facts.inStock || !columns.custom.isEmpty) return true;
  const brand = facts.brand === null ? NO_BRAND : table.brandNumber(facts.brand);
  return (
    columns.inStock.has(slot) !== facts.stock > 0 ||
    columns.prices[slot] !== facts.price ||
    columns.ratings[slot] !== facts.rating ||
    columns.onSale.has(slot) !== facts.isOnSale ||
    columns.creations[slot] !== facts.createdAt ||
    columns.categories[slot] !== categories.numberOf(facts.categoryId) ||
    columns.brands[slot] !== brand
  );
}
