export { adminCategoryHandlers } from './admin-categories.routes.ts';
export { adminProductHandlers } from './admin-products.routes.ts';
export { type Catalogue, openCatalogue } from './catalogue.ts';
export { categoryHandlers } from './categories.routes.ts';
export { findProductsBySku, type KnownProduct, readCategoryNames } from './imported-products.ts';
export { productHandlers } from './products.routes.ts';
export {
  changeStocks,
  type ProductWrite,
  type SavingRun,
  type StockChange,
  saveManyProducts,
} from './save-many-products.ts';
export { SlugProposals } from './slug-proposals.ts';
