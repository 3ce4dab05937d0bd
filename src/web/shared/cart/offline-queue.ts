import { messageOf, refusalStatus } from '#web/api/api-error.ts';
import { onDevice } from '#web/api/browser-storage.ts';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { auth } from '#web/shared/auth/auth-state.ts';
import { toast, toastFailure } from '#web/ui/toast.ts';
import type { NewCartItem } from './cart-item.ts';

/** Cleared with the session (api/saved-session.ts). */
const KEY = 'cart_queue';

/** What a customer has added without a connection. */
interface QueuedItem {
  /** Idempotency key: it is added once, from whichever tab and however often it is sent. */
  readonly key: string;
  readonly userId: number;
  readonly name: string;
  readonly body: { readonly product_id: number; readonly variant_id: number | null; readonly quantity: number };
}

function readQueue(): readonly QueuedItem[] {
  const queue = onDevice.readJson<readonly QueuedItem[]>(KEY);
  return Array.isArray(queue) ? queue : [];
}

function writeQueue(queue: readonly QueuedItem[]): void {
  if (queue.length > 0) onDevice.writeJson(KEY, queue);
  else onDevice.remove(KEY);
}

/** Whether an item has to wait for the connection: a guest's cart needs none. */
export const hasToWait = (): boolean => auth.read().isAuthenticated && !navigator.onLine;

/** @returns what to tell the customer */
export function queueItem({ product, variant, quantity }: NewCartItem): string {
  const name = variant ? `${product.name}, ${variant.name}` : product.name;
  const body = { product_id: product.id, variant_id: variant?.id ?? null, quantity };
  const userId = auth.read().user?.id ?? 0;
  writeQueue([...readQueue(), { key: newKey(), userId, name, body }]);
  return `You are offline. ${name} will be added to your cart when the connection is back.`;
}

/**
 * Sends what this customer has added without a connection. An item stays in the queue until the server has answered.
 * @returns whether something is still waiting
 */
export async function sendQueue(): Promise<boolean> {
  const userId = auth.read().user?.id;
  const own = readQueue().filter((item) => item.userId === userId);
  const added: string[] = [];
  let isWaiting = false;
  for (const { key, name, body } of own) {
    try {
      await call('POST /cart', { body }, { idempotencyKey: key });
      added.push(name);
    } catch (error) {
      // Without a response the request may have arrived: send it again with the same key.
      isWaiting = refusalStatus(error) === 503;
      if (isWaiting) break;
      toastFailure(`${name} could not be added to your cart. ${messageOf(error)}`);
    }
    writeQueue(readQueue().filter((item) => item.key !== key));
  }
  if (added.length > 0) toast(`You are back online. Added to your cart: ${added.join(', ')}`);
  return isWaiting;
}
