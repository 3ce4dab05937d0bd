export { adminSearchHandlers } from './admin-search.routes.ts';
