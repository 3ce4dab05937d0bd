export { categoryHandlers } from './categories.routes.ts';
