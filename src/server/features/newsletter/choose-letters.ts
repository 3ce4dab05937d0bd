import type { MailShop } from '#server/features/mail/index.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { hashToken, newToken } from '#server/platform/sealing.ts';
import { endSubscription, isSubscribed, subscribeOwner } from './newsletter.store.ts';
import { requestSubscription } from './request-subscription.ts';

/**
 * Subscribes or unsubscribes the address of an account. One that was never verified gets the mail that asks its owner,
 * as if it had been typed into the box: until then it is not subscribed.
 */
export async function chooseLetters(
  db: Database,
  { email, isVerified }: { readonly email: string; readonly isVerified: boolean },
  wanted: boolean,
  frame: MailShop,
  at: Date,
): Promise<void> {
  if ((await isSubscribed(db, email)) === wanted) return;
  if (wanted && !isVerified) return requestSubscription(db, email, frame, at);
  await inTransaction(db, (tx) =>
    wanted ? subscribeOwner(tx, email, hashToken(newToken()), at) : endSubscription(tx, email),
  );
}
