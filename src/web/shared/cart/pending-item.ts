import { inTab } from '#web/api/browser-storage.ts';
import { newKey } from '#web/api/new-key.ts';
import type { Wanted } from './cart-item.ts';

/**
 * What a guest was about to put into the cart when the product page sent them to log in. It waits in this tab, so that
 * it survives the way over /register and a reload, and goes into the cart with the login.
 */
const KEY = 'waiting_item';

export interface PendingItem extends Wanted {
  /** Idempotency-Key under which it goes into the cart: once, though an answer gets lost. */
  readonly mergeKey: string;
}

export function savePendingItem(wanted: Wanted): void {
  inTab.writeJson(KEY, { ...wanted, mergeKey: newKey() } satisfies PendingItem);
}

/** For the login page, which says what is waiting. */
export const readPendingItem = (): PendingItem | null => inTab.readJson<PendingItem>(KEY);

/** It is in the cart, or the guest went elsewhere instead of logging in. */
export const clearPendingItem = (): void => inTab.remove(KEY);
