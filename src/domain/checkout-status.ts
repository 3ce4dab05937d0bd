/**
 * The life of a checkout. `open`: stock is held and the card can be charged. `completed`: it became an order.
 * `expired`, `cancelled`: the provider's intent was called off and the stock went back before any payment was known.
 * `refunded`: money came, but nothing was left to sell, and it goes back. `review`: money came that does not fit (amount,
 * currency or owner); it goes back too, and the merchant is shown why.
 */
export const CHECKOUT_STATUSES = ['open', 'completed', 'expired', 'cancelled', 'refunded', 'review'] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/**
 * Where a checkout can go. A payment may be heard of late, after the hold was given up, so the given-up ones are not the
 * end; whatever a payment has led to is.
 */
const NEXT_CHECKOUT_STATUS = {
  open: ['completed', 'expired', 'cancelled', 'refunded', 'review'],
  expired: ['completed', 'refunded', 'review'],
  cancelled: ['completed', 'refunded', 'review'],
  completed: [],
  refunded: [],
  review: [],
} as const satisfies Record<CheckoutStatus, readonly CheckoutStatus[]>;

/** Whether a checkout can go from the one to the other. */
export function canCheckoutBecome(from: CheckoutStatus, to: CheckoutStatus): boolean {
  const next: readonly CheckoutStatus[] = NEXT_CHECKOUT_STATUS[from];
  return next.includes(to);
}

/**
 * What a successful payment makes of a checkout. The same payment heard of again changes nothing: a checkout that a payment
 * has already settled stays as it is.
 * @param fits amount, currency and owner are the checkout's own.
 * @param hasStock its pieces are held for it, or could be taken again.
 */
export function settleCheckout(
  status: CheckoutStatus,
  { fits, hasStock }: { readonly fits: boolean; readonly hasStock: boolean },
): CheckoutStatus {
  if (NEXT_CHECKOUT_STATUS[status].length === 0) return status;
  if (!fits) return 'review';
  return hasStock ? 'completed' : 'refunded';
}
