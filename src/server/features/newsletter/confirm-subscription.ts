import { Refusal } from '#server/platform/refusal.ts';
import { recordConfirmation } from './newsletter.store.ts';
import type { NewsletterServices } from './newsletter-services.ts';
import { storedHashOf } from './subscription-token.ts';

/**
 * Subscribes the address to which a link was mailed. Following the link again changes nothing.
 * @throws Refusal `newsletter.token_invalid`.
 */
export async function confirmSubscription({ db, now, sealer }: NewsletterServices, token: string): Promise<void> {
  if (!(await recordConfirmation(db, storedHashOf(sealer, token), now())))
    throw new Refusal('newsletter.token_invalid');
}
