import { inTab } from '#web/api/browser-storage.ts';
import { newKey } from '#web/api/new-key.ts';
import type { NewCartItem } from './cart-item.ts';

/**
 * The item that a guest was adding when the product page redirected to the login. Kept in this tab, so that it survives
 * registration and reloads, and added to the cart with the login.
 */
const KEY = 'waiting_item';

export interface PendingItem extends NewCartItem {
  /** Idempotency key: it is added once, even after a lost response. */
  readonly mergeKey: string;
}

export function savePendingItem(wanted: NewCartItem): void {
  inTab.writeJson(KEY, { ...wanted, mergeKey: newKey() } satisfies PendingItem);
}

/** For the login page, which names the item. */
export const readPendingItem = (): PendingItem | null => inTab.readJson<PendingItem>(KEY);

/** It was added, or the guest navigated away instead of logging in. */
export const clearPendingItem = (): void => inTab.remove(KEY);
