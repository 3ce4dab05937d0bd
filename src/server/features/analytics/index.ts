export { analyticsHandlers } from './analytics.routes.ts';
