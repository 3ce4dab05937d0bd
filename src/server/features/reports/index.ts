export { reportHandlers } from './reports.routes.ts';
