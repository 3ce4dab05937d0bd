export { dashboardHandlers } from './dashboard.routes.ts';
export { RECENT_ORDER_COLUMNS, type RecentOrderRow } from './dashboard.store.ts';
export { recentOrderView } from './dashboard.view.ts';
