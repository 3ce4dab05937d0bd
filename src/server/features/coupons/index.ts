export { couponHandlers } from './coupons.routes.ts';
