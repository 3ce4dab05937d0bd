import type { MailShop } from '#server/features/mail/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { hashToken, newToken } from '#server/platform/sealing.ts';
import { endSubscription, isSubscribed, subscribeOwner } from './newsletter.store.ts';
import { requestSubscription } from './request-subscription.ts';

/**
 * Subscribes or unsubscribes the address of an account, in the transaction of its owner's other choices; the account
 * must be locked before. An address that was never verified gets the mail that asks its owner, as if it had been typed
 * into the box: until then it is not subscribed.
 */
export async function chooseLetters(
  tx: Transaction,
  { email, isVerified }: { readonly email: string; readonly isVerified: boolean },
  wanted: boolean,
  frame: MailShop,
  at: Date,
): Promise<void> {
  if ((await isSubscribed(tx, email)) === wanted) return;
  if (!wanted) await endSubscription(tx, email);
  else if (isVerified) await subscribeOwner(tx, email, hashToken(newToken()), at);
  else await requestSubscription(tx, email, frame, at);
}
