export { defineCheckoutJobs } from './checkout-jobs.ts';
export type { CheckoutServices } from './checkout-services.ts';
export { paymentHandlers } from './payments.routes.ts';
export { bindPaymentWebhook } from './webhook.routes.ts';
