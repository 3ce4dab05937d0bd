import type { NotificationChoices, StoredNotifications } from '#contract/storefront/personal-data.ts';
import type { MailShop } from '#server/features/mail/index.ts';
import { isInvited, isSubscribed, setNewsletterChoice } from '#server/features/newsletter/index.ts';
import { choicesOf, newsletterRequestOf, requestedNewsletterEmail } from '#server/features/notifications/index.ts';
import { findUser, lockUser, setPreferences, type UserRow } from '#server/features/users/index.ts';
import { type OwnChange, recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * Newsletter subscription of the account. For an unverified address, only what this account requested: the subscription
 * belongs to the address's owner.
 */
async function readNewsletterChoice(
  db: Database,
  { email, email_verified_at, preferences }: UserRow,
  at: Date,
): Promise<Pick<StoredNotifications, 'marketingEmails' | 'marketingPending'>> {
  if (!email_verified_at)
    return { marketingEmails: false, marketingPending: requestedNewsletterEmail(preferences) === email };
  if (await isSubscribed(db, email)) return { marketingEmails: true, marketingPending: false };
  return { marketingEmails: false, marketingPending: await isInvited(db, email, at) };
}

/** Which mails an account wants, including the newsletter, which the newsletter feature stores. */
export async function readNotifications(db: Database, userId: number, at: Date): Promise<StoredNotifications> {
  const user = await findUser(db, userId);
  if (!user) throw new Refusal('auth.expired');
  return { ...choicesOf(user.preferences), ...(await readNewsletterChoice(db, user, at)) };
}

/** Changes the given preferences. @returns all of them. */
export async function setNotifications(
  db: Database,
  { marketingEmails, ...changes }: Partial<{ [C in keyof NotificationChoices]: boolean | undefined }>,
  frame: MailShop,
  by: OwnChange,
): Promise<StoredNotifications> {
  const { userId } = by.caller;
  const { at } = by;
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new Refusal('auth.expired');
    const isVerified = user.email_verified_at !== null;
    const given = Object.fromEntries(Object.entries(changes).filter(([, chosen]) => chosen !== undefined));
    const requestedEmail =
      marketingEmails === undefined ? requestedNewsletterEmail(user.preferences) : marketingEmails && user.email;
    const pendingRequest = requestedEmail && !isVerified ? newsletterRequestOf(requestedEmail) : {};
    const chosen = { ...choicesOf(user.preferences), ...given };
    await setPreferences(tx, userId, { ...user.preferences, notifications: { ...chosen, ...pendingRequest } }, at);
    const newsletterChange = marketingEmails === undefined ? {} : { marketingEmails };
    await recordOwnChange(tx, by, {
      action: 'user.notifications',
      before: choicesOf(user.preferences),
      after: { ...chosen, ...newsletterChange },
    });
    if (marketingEmails === undefined) return;
    await setNewsletterChoice(tx, { email: user.email, isVerified }, marketingEmails, frame, at);
  });
  return readNotifications(db, userId, at);
}
