import { ApiError, messageOf } from '#web/api/api-error.ts';
import { SESSION_EXPIRED } from '#web/api/saved-session.ts';
import { adoptCart, loadCart } from '#web/shared/cart/cart.ts';
import type { ServerCart } from '#web/shared/cart/cart-item.ts';
import type { Settlement } from '#web/shared/checkout/settle-payment.ts';
import { toast, toastFailure } from '#web/ui/toast.ts';
import type { Quote } from './quote.ts';

/** Reasons that interrupt a checkout, each handled differently. */
export type CheckoutProblem =
  /** A message; the same step can be retried. `isUnpaid`: the provider has refused the payment. */
  | { readonly kind: 'refused'; readonly message: string; readonly isUnpaid?: boolean }
  /** The saved token is missing. */
  | { readonly kind: 'signed-out'; readonly message: string }
  /** The cart differs from what the shopper saw, or cannot be bought. */
  | { readonly kind: 'changed'; readonly message: string; readonly changes: readonly string[] }
  /** The hold has expired: nothing was charged. */
  | { readonly kind: 'expired'; readonly message: string }
  /** This cart was already paid for, for example in another tab. */
  | { readonly kind: 'already-paid'; readonly message: string; readonly orderNumber: string | undefined }
  /** The card was charged and is being refunded. */
  | { readonly kind: 'refunded'; readonly message: string }
  /** The card was charged, and the order is not known yet. */
  | { readonly kind: 'unconfirmed'; readonly message: string };

export const refused = (message = 'An unexpected error occurred'): CheckoutProblem => ({ kind: 'refused', message });

/** The card was declined, or the payment was not approved. */
export const unpaid = (message: string): CheckoutProblem => ({ kind: 'refused', message, isUnpaid: true });

export const signedOut = (message: string): CheckoutProblem => ({ kind: 'signed-out', message });

export const expired = (): CheckoutProblem => ({
  kind: 'expired',
  message: 'Your items are no longer reserved. Nothing was charged.',
});

export const changedElsewhere = (): CheckoutProblem => ({
  kind: 'changed',
  message: 'Your cart has changed. Please review it and try again.',
  changes: ['The payment was changed in another window. Nothing was charged.'],
});

/** Whether the form is no longer needed: only the message is left. */
export const endsCheckout = ({ kind }: CheckoutProblem): boolean =>
  kind === 'already-paid' || kind === 'refunded' || kind === 'unconfirmed';

/** Why a payment could not be opened; updates the cart from the refusal, or reloads it. */
export async function problemOfOpening(error: unknown, seen: Quote | null): Promise<CheckoutProblem | null> {
  const message = messageOf(error, error instanceof ApiError ? 'Failed to process payment' : 'An error occurred');
  if (!(error instanceof ApiError)) return refused(message);
  if (error.status === 401) return sessionEnded(SESSION_EXPIRED);
  if (error.code === 'payment.already_completed') {
    void loadCart();
    const { order_number } = (error.data ?? {}) as { order_number?: string };
    return { kind: 'already-paid', message, orderNumber: order_number };
  }
  const fresh = cartOf(error.data);
  if (fresh?.items.length === 0) {
    // Redirects to the empty cart, which cannot say why it is empty.
    toast('Your cart was paid for or emptied in another window.');
    adoptCart(fresh);
    return null;
  }
  if (fresh) {
    const changes = seen ? await listChanges(seen, fresh) : [];
    adoptCart(fresh);
    return { kind: 'changed', message, changes };
  }
  if (error.code === 'checkout.too_many_pieces') return { kind: 'changed', message, changes: [] };
  if (error.status === 409) void loadCart();
  return refused(message);
}

/** Loaded only when a cart has changed; if that fails, the message alone has to do. */
const listChanges = (seen: Quote, fresh: ServerCart): Promise<string[]> =>
  import('./cart-changes.ts').then(
    ({ cartChanges }) => cartChanges(seen, fresh),
    () => [],
  );

/** The message when the shop created no order for a payment. */
export function problemOfSettlement(settlement: Exclude<Settlement, { outcome: 'ordered' }>): CheckoutProblem | null {
  const { outcome, message } = settlement;
  if (outcome === 'signed-out') return sessionEnded(message);
  if (outcome === 'unpaid') return unpaid(message);
  if (outcome === 'unknown') return { kind: 'unconfirmed', message };
  return { kind: outcome, message };
}

/** The API layer redirects to /login with the message. */
function sessionEnded(message: string): null {
  toastFailure(message);
  return null;
}

function cartOf(data: unknown): ServerCart | null {
  const cart = data as ServerCart | null;
  return Array.isArray(cart?.items) && typeof cart.total === 'string' ? cart : null;
}
