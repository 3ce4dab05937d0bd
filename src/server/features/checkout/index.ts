export { defineCheckoutJobs } from './checkout-jobs.ts';
export type {
  CheckedCheckout,
  CheckoutCart,
  CheckoutCartLine,
  CheckoutOptionProvider,
  CheckoutProblem,
  CheckoutValidator,
  ShippingRate,
  ShippingRateProvider,
  TaxableCheckout,
  TaxCalculator,
} from './checkout-ports.ts';
export {
  type CheckoutCheckPorts,
  type CheckoutChecks,
  createCheckoutChecks,
} from './checks/checkout-checks.ts';
export { adminHoldHandlers } from './holds/admin-holds.routes.ts';
export { releaseRemovedUnits } from './holds/release-removed-units.ts';
export {
  createOrderQueue,
  limitsOf,
  type OrderQueue,
  type OrderQueueLimits,
} from './order-transactions/order-queue.ts';
export { bindPaymentWebhook } from './payment-results/webhook.routes.ts';
export { paymentHandlers } from './payments.routes.ts';
export { checkoutPersonalData } from './personal-data-owner.store.ts';
export { type CheckoutPorts, type CheckoutPricing, createCheckoutPricing } from './pricing/checkout-pricing.ts';
export { checkoutRetention } from './retention.ts';
