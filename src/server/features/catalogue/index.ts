export { adminCategoryHandlers } from './admin/categories/admin-categories.routes.ts';
export { categoryOrderHandlers } from './admin/categories/category-order.routes.ts';
export { type ImportWrite, importProducts } from './admin/csv/import-products.ts';
export {
  findProductsBySku,
  type KnownProduct,
  type KnownVariant,
  readCategoryNames,
} from './admin/csv/imported-products.ts';
export { adminProductHandlers } from './admin/products/admin-products.routes.ts';
export { findSharedSkus } from './admin/save-products/change-products.store.ts';
export type { SavingRun } from './admin/save-products/save-products.ts';
export { SlugProposals } from './admin/save-products/slug-proposals.ts';
export { changeStocks, type StockChange } from './admin/stock-and-variants/change-stocks.ts';
export { saveManyVariants } from './admin/stock-and-variants/save-many-variants.ts';
export { categoryKey, LISTS, productKey, RELATED } from './cache-keys.ts';
export { customFieldHandlers } from './custom-fields/custom-fields.routes.ts';
export { type CustomFields, createCustomFields, type DeclaredCustomFields } from './custom-fields/custom-fields.ts';
export { inMemoryEngine } from './in-memory/in-memory-engine.ts';
export { readFilterValues } from './indexing/indexed-products.store.ts';
export { createPluginCatalogue, type PluginCatalogue, type ProductFilterOptions } from './plugin-catalogue.ts';
export { announceProducts, readProductSummaries, setProductRating } from './plugin-products.store.ts';
export { postgresEngine } from './postgres/postgres-engine.ts';
export type {
  CatalogueFacets,
  CatalogueFilter,
  CataloguePage,
  CatalogueQuery,
  CatalogueRule,
  CatalogueSearch,
  CatalogueSuggestions,
  ListChange,
  ListedCategory,
  SearchEngine,
  SearchUnderstanding,
  SuggestionLimits,
} from './search-engine.ts';
export { createShopCategories, type ShopCategories } from './shop-categories.ts';
export { holdingWrites, releaseHolds, releasingWrites, sellingHeldWrites, setHolds } from './stock/holds.store.ts';
export { keepingStockWrites } from './stock/kept-stock.store.ts';
export { listAvailable, returnSold, sellAvailable, sellingWrites } from './stock/sold-stock.store.ts';
export { unitsByStock } from './stock/units-by-stock.ts';
export { type BoughtTogether, openBoughtTogether } from './storefront/bought-together.ts';
export { categoryHandlers } from './storefront/categories.routes.ts';
export type { LoadExtensions, ProductPlace } from './storefront/extend-products.ts';
export { productHandlers } from './storefront/products.routes.ts';
