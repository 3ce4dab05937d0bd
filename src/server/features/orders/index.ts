export { adminOrderHandlers } from './admin-orders.routes.ts';
export { auditOrderExport } from './audit-export.ts';
export { findOwnLines, listOwnOrders } from './list-own-orders.ts';
export { type OrderServices, readShopFacts, type ShopFacts } from './order-services.ts';
export { orderHandlers } from './orders.routes.ts';
export { type PlacedOrder, placeOrder } from './place-order.ts';
export { readOrder } from './read-order.ts';
export { listDaySales, orderRevenue, readSalesFigures, type SalesPeriod } from './revenue.store.ts';
