import type { MailShop } from '#server/features/mail/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { hashToken, newToken } from '#server/platform/security/sealing.ts';
import { endSubscription, isSubscribed, subscribeOwner } from './newsletter.store.ts';
import { requestSubscription } from './request-subscription.ts';

/** The address of an account. Until it is verified, it may be a stranger's. */
export interface AccountEmail {
  readonly email: string;
  readonly isVerified: boolean;
}

/**
 * Subscribes or unsubscribes the address of an account, in the transaction that saves its other preferences; the
 * account must be locked. An unverified address gets the confirmation mail, as if it had been entered in the newsletter
 * box, and is never unsubscribed.
 */
export async function setNewsletterChoice(
  tx: Transaction,
  { email, isVerified }: AccountEmail,
  wanted: boolean,
  frame: MailShop,
  at: Date,
): Promise<void> {
  if (!isVerified) {
    if (wanted) await requestSubscription(tx, email, frame, at);
  } else if (!wanted) await endSubscription(tx, email);
  else if (!(await isSubscribed(tx, email))) await subscribeOwner(tx, email, hashToken(newToken()), at);
}
