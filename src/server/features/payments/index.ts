export { noteProviderRefund } from './note-provider-refund.ts';
export {
  type CardDesk,
  type Intent,
  type IntentStatus,
  type IntentTerms,
  InvalidSignature,
  MAX_CARD_PAYMENT,
  MIN_CARD_PAYMENT,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
} from './payment-provider.ts';
export {
  countUnfinishedBusiness,
  findPaymentOfOrder,
  insertPayment,
  listTroubledPaymentRows,
  type PaymentRow,
} from './payments.store.ts';
export { type PaymentServices, performRefund } from './perform-refund.ts';
export { isEventKnown, noteEvent } from './provider-event.store.ts';
export { refundView, troubledPaymentView } from './refund.view.ts';
export { listPendingRefundIds, listRefundRowsOfOrder } from './refunds.store.ts';
export { requestRefund } from './request-refund.ts';
