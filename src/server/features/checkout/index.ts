export { adminHoldHandlers } from './admin-holds.routes.ts';
export { defineCheckoutJobs } from './checkout-jobs.ts';
export { paymentHandlers } from './payments.routes.ts';
export { releaseRemovedPieces } from './release-removed-pieces.ts';
export { bindPaymentWebhook } from './webhook.routes.ts';
