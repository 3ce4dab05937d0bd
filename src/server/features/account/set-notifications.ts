import type { NotificationChoices } from '#contract/storefront/personal-data.ts';
import type { MailShop } from '#server/features/mail/index.ts';
import { chooseLetters, isSubscribed } from '#server/features/newsletter/index.ts';
import { choicesOf, storeChoices } from '#server/features/notifications/index.ts';
import { findUser, lockUser } from '#server/features/users/index.ts';
import { type OwnChange, recordOwnChange } from '#server/platform/audit.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** What an account wants mails about, the shop's letters included, which stand with the newsletter. */
export async function readNotifications(db: Database, userId: number): Promise<NotificationChoices> {
  const user = await findUser(db, userId);
  if (!user) throw new Refusal('auth.expired');
  return { ...choicesOf(user.preferences), marketingEmails: await isSubscribed(db, user.email) };
}

/** Changes what is given of the choices. @returns them all, as they are now. */
export async function setNotifications(
  db: Database,
  { marketingEmails, ...changes }: Partial<{ [C in keyof NotificationChoices]: boolean | undefined }>,
  frame: MailShop,
  by: OwnChange,
): Promise<NotificationChoices> {
  const { userId } = by.caller;
  const { at } = by;
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new Refusal('auth.expired');
    const given = Object.fromEntries(Object.entries(changes).filter(([, chosen]) => chosen !== undefined));
    const notifications = { ...choicesOf(user.preferences), ...given };
    await storeChoices(tx, userId, { ...user.preferences, notifications }, at);
    const letters = marketingEmails === undefined ? {} : { marketingEmails };
    await recordOwnChange(tx, by, {
      action: 'user.notifications',
      before: choicesOf(user.preferences),
      after: { ...notifications, ...letters },
    });
    if (marketingEmails === undefined) return;
    const owner = { email: user.email, isVerified: user.email_verified_at !== null };
    await chooseLetters(tx, owner, marketingEmails, frame, at);
  });
  return readNotifications(db, userId);
}
