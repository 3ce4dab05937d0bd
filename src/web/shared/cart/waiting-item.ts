import { newKey } from '#web/api/new-key.ts';
import type { Wanted } from './cart-item.ts';

/**
 * What a guest was about to put into the cart when the product page sent them to log in. It waits in this tab, so that
 * it survives the way over /register and a reload, and goes into the cart with the login.
 */
const KEY = 'waiting_item';

export interface WaitingItem extends Wanted {
  /** Idempotency-Key under which it goes into the cart: once, though an answer gets lost. */
  readonly mergeKey: string;
}

export function leaveWaiting(wanted: Wanted): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...wanted, mergeKey: newKey() } satisfies WaitingItem));
}

/** For the login page, which says what is waiting. */
export function waitingItem(): WaitingItem | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** It is in the cart, or the guest went elsewhere instead of logging in. */
export function forgetWaitingItem(): void {
  sessionStorage.removeItem(KEY);
}
