import type { BadgeTone } from '../catalogue/badge-tone.ts';
import type { Cents } from '../money/money.ts';

export const PAYMENT_STATUSES = ['pending', 'completed', 'failed', 'partially_refunded', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Back-office §4 names completed, pending and failed; others are shown as info. */
const TONES: ReadonlyMap<string, BadgeTone> = new Map([
  ['completed', 'success'],
  ['pending', 'warning'],
  ['failed', 'danger'],
]);

export function paymentStatusTone(status: string): BadgeTone {
  return TONES.get(status) ?? 'info';
}

/** Whether the shop has received money for the order: fully refunded counts as unpaid. */
export function isPaid(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'partially_refunded';
}

/** Whether the shop has ever received money for the order, returned or not. */
export const wasPaid = (status: PaymentStatus): boolean => status !== 'pending' && status !== 'failed';

/** The status as a label: 'Completed', 'Partially refunded'. */
export function paymentStatusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ');
}

/**
 * The payment status of an order by its captured and refunded amounts.
 * @param captured cents; 0 for an order with total 0, which is completed without a payment.
 * @param refunded cents, including pending refunds.
 */
export function paymentStatusOf({
  captured,
  refunded,
}: {
  readonly captured: Cents;
  readonly refunded: Cents;
}): PaymentStatus {
  if (refunded <= 0) return 'completed';
  return refunded < captured ? 'partially_refunded' : 'refunded';
}
