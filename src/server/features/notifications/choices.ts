import { z } from 'zod';
import type { NotificationChoices } from '#contract/storefront/personal-data.ts';

/** Back-office §9: mails about orders and people on, about the system off. Letters stand with the newsletter. */
const choices = z
  .object({
    emailNotifications: z.boolean().catch(true),
    orderNotifications: z.boolean().catch(true),
    userNotifications: z.boolean().catch(true),
    systemNotifications: z.boolean().catch(false),
  })
  .catch({ emailNotifications: true, orderNotifications: true, userNotifications: true, systemNotifications: false });

export type StoredChoices = Omit<NotificationChoices, 'marketingEmails'>;
/** What mails can be about, apart from those that are never optional. */
export type Subject = Exclude<keyof StoredChoices, 'emailNotifications'>;

/** What an account has chosen, defaults filled in. @param preferences as they are stored with the account. */
export function choicesOf(preferences: Readonly<Record<string, unknown>>): StoredChoices {
  return choices.parse(preferences.notifications ?? {});
}

const wish = z.object({ lettersAskedFor: z.string() });

/** For which address the shop's letters were asked for before it was verified; undefined: for none. */
export function lettersAskedFor(preferences: Readonly<Record<string, unknown>>): string | undefined {
  return wish.safeParse(preferences.notifications).data?.lettersAskedFor;
}

/** Whether an account wants mails about something. */
export function wants(preferences: Readonly<Record<string, unknown>>, subject: Subject): boolean {
  const chosen = choicesOf(preferences);
  return chosen.emailNotifications && chosen[subject];
}
