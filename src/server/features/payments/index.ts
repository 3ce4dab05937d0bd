export { definePaymentJobs } from './delete-payment-customers.ts';
export { METHOD_LABELS } from './method-labels.ts';
export type { OrderPayments } from './order-payments.ts';
export {
  type FormConfig,
  type Intent,
  type IntentStatus,
  type IntentTerms,
  InvalidSignature,
  type OfflineProvider,
  type OnlineProvider,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
  type RefundTerms,
  type SavedCard,
  type SavedCards,
  type Unavailability,
  type WebhookRequest,
} from './payment-provider.ts';
export { createPaymentProviders, type PaymentProviders, type ProviderFacts } from './payment-providers.ts';
export {
  countOpenPayments,
  findPaymentOfOrder,
  insertPayment,
  listFlaggedPaymentRows,
  type PaymentRow,
  paymentWrites,
} from './payments.store.ts';
export { mailUnmailedRefunds, type PaymentServices, performRefund, retryRefund } from './perform-refund.ts';
export { paymentPersonalData } from './personal-data-owner.store.ts';
export { insertProviderEvents, insertProviderEventsIfSettled, isEventKnown } from './provider-event.store.ts';
export { orProviderFailed } from './provider-failures.ts';
export type { ProviderRegistration, RegisteredProvider } from './provider-registration.ts';
export { turnOfProvider } from './provider-turns.ts';
export { recordProviderRefund } from './record-provider-refund.ts';
export { flaggedPaymentView, refundView } from './refund.view.ts';
export { listPendingRefunds, listRefundRowsOfOrder } from './refunds.store.ts';
export { requestRefund } from './request-refund.ts';
export { paymentRetention } from './retention.ts';
export { savedCardHandlers } from './saved-cards.routes.ts';
export { type CardChoice, chooseCardOfIntent } from './saved-cards.ts';
