export { adminCategoryHandlers } from './admin-categories.routes.ts';
export { adminProductHandlers } from './admin-products.routes.ts';
export { type Catalogue, openCatalogue } from './catalogue.ts';
export { categoryHandlers } from './categories.routes.ts';
export { productHandlers } from './products.routes.ts';
