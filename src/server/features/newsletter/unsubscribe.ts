import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashToken } from '#server/platform/security/sealing.ts';
import { deleteSubscription } from './newsletter.store.ts';

/**
 * Ends the subscription that a mailed link belongs to.
 * @throws Refusal `newsletter.token_invalid`.
 */
export async function unsubscribe(db: Database, token: string): Promise<void> {
  if (!(await deleteSubscription(db, hashToken(token)))) throw new Refusal('newsletter.token_invalid');
}
