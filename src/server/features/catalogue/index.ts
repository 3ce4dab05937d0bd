export { adminCategoryHandlers } from './admin/admin-categories.routes.ts';
export { adminProductHandlers } from './admin/admin-products.routes.ts';
export { changeStocks, type StockChange } from './admin/change-stocks.ts';
export {
  findProductsBySku,
  type KnownProduct,
  type KnownVariant,
  readCategoryNames,
} from './admin/imported-products.ts';
export { type ProductWrite, type SavingRun, saveManyProducts } from './admin/save-many-products.ts';
export { saveManyVariants } from './admin/save-many-variants.ts';
export { SlugProposals } from './admin/slug-proposals.ts';
export { type Catalogue, openCatalogue } from './in-memory/catalogue.ts';
export { categoryHandlers } from './storefront/categories.routes.ts';
export { productHandlers } from './storefront/products.routes.ts';
