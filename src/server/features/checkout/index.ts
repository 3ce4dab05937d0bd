export { defineCheckoutJobs } from './checkout-jobs.ts';
export { paymentHandlers } from './payments.routes.ts';
export { bindPaymentWebhook } from './webhook.routes.ts';
