export { couponUseWrites, findCouponUse, setCouponUse } from './coupon-uses.store.ts';
export { couponHandlers } from './coupons.routes.ts';
export { returnCouponUse, takeCouponUseAgain } from './order-coupon-use.store.ts';
