import { Refusal } from '#server/platform/refusal.ts';
import { deleteSubscription } from './newsletter.store.ts';
import type { NewsletterServices } from './newsletter-services.ts';
import { storedHashOf } from './subscription-token.ts';

/**
 * Ends the subscription that a mailed link belongs to.
 * @throws Refusal `newsletter.token_invalid`.
 */
export async function unsubscribe({ db, sealer }: NewsletterServices, token: string): Promise<void> {
  if (!(await deleteSubscription(db, storedHashOf(sealer, token)))) throw new Refusal('newsletter.token_invalid');
}
