/**
 * States of a checkout. `open`: stock is held and the payment can succeed. `completed`: it became an order. `expired`,
 * `cancelled`: the provider's intent was cancelled and the stock released before any payment was known. `refunded`: a
 * payment arrived, but the stock was gone, so it is refunded. `review`: a payment does not match (amount, currency or
 * owner); it is refunded as well, and the merchant is told why.
 */
export const CHECKOUT_STATUSES = ['open', 'completed', 'expired', 'cancelled', 'refunded', 'review'] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/**
 * Allowed transitions. A payment can arrive after the hold was released, so expired and cancelled checkouts are not
 * final; those settled by a payment are.
 */
const NEXT_CHECKOUT_STATUS = {
  open: ['completed', 'expired', 'cancelled', 'refunded', 'review'],
  expired: ['completed', 'refunded', 'review'],
  cancelled: ['completed', 'refunded', 'review'],
  completed: [],
  refunded: [],
  review: [],
} as const satisfies Record<CheckoutStatus, readonly CheckoutStatus[]>;

/** Whether a transition is allowed. */
export function canCheckoutBecome(from: CheckoutStatus, to: CheckoutStatus): boolean {
  const next: readonly CheckoutStatus[] = NEXT_CHECKOUT_STATUS[from];
  return next.includes(to);
}

/** Whether a payment has settled a checkout: nothing changes it any more. */
export function isCheckoutSettled(status: CheckoutStatus): boolean {
  return NEXT_CHECKOUT_STATUS[status].length === 0;
}

/**
 * The status of a checkout after a successful payment. Repeating it has no effect: a checkout that a payment has
 * settled stays as it is.
 * @param fits amount, currency and owner match the checkout.
 * @param hasStock its units are held, or could be taken again.
 */
export function settleCheckout(
  status: CheckoutStatus,
  { fits, hasStock }: { readonly fits: boolean; readonly hasStock: boolean },
): CheckoutStatus {
  if (isCheckoutSettled(status)) return status;
  if (!fits) return 'review';
  return hasStock ? 'completed' : 'refunded';
}
