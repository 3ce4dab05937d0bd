import { z } from 'zod';
import type { NotificationChoices } from '#contract/storefront/personal-data.ts';

/** Back-office §9: mails about orders and users on, about the system off. The newsletter feature stores newsletters. */
const choices = z
  .object({
    emailNotifications: z.boolean().catch(true),
    orderNotifications: z.boolean().catch(true),
    userNotifications: z.boolean().catch(true),
    systemNotifications: z.boolean().catch(false),
  })
  .catch({ emailNotifications: true, orderNotifications: true, userNotifications: true, systemNotifications: false });

export type StoredChoices = Omit<NotificationChoices, 'marketingEmails'>;
/** Topics of optional mails. */
export type Subject = Exclude<keyof StoredChoices, 'emailNotifications'>;

/** Preferences of an account with defaults. @param preferences as stored with the account. */
export function choicesOf(preferences: Readonly<Record<string, unknown>>): StoredChoices {
  return choices.parse(preferences.notifications ?? {});
}

/** The stored name is an old one, which nodes of the previous version read and write during an upgrade. */
const newsletterRequest = z.object({ lettersAskedFor: z.string() });

/** The unverified address for which the newsletter was requested; undefined: none. */
export function requestedNewsletterEmail(preferences: Readonly<Record<string, unknown>>): string | undefined {
  return newsletterRequest.safeParse(preferences.notifications).data?.lettersAskedFor;
}

/** What to store with the choices of an account that requested the newsletter for an unverified address. */
export const newsletterRequestOf = (email: string): z.infer<typeof newsletterRequest> => ({ lettersAskedFor: email });

/** Whether an account wants mails about a topic. */
export function wantsMailsAbout(preferences: Readonly<Record<string, unknown>>, subject: Subject): boolean {
  const chosen = choicesOf(preferences);
  return chosen.emailNotifications && chosen[subject];
}
