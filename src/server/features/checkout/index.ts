export { adminHoldHandlers } from './admin-holds.routes.ts';
export { defineCheckoutJobs } from './checkout-jobs.ts';
export type {
  PortCart,
  PortLine,
  ShippingRate,
  ShippingRateProvider,
  TaxableCheckout,
  TaxCalculator,
} from './checkout-ports.ts';
export { type CheckoutPorts, type CheckoutPricing, createCheckoutPricing } from './checkout-pricing.ts';
export { createOrderQueue, limitsOf, type OrderQueue, type OrderQueueLimits } from './order-queue.ts';
export { paymentHandlers } from './payments.routes.ts';
export { checkoutPersonalData } from './personal-data-owner.store.ts';
export { releaseRemovedUnits } from './release-removed-units.ts';
export { checkoutRetention } from './retention.ts';
export { bindPaymentWebhook } from './webhook.routes.ts';
