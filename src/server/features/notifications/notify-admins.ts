import { composeMail, type MailShop, type MailToQueue, queueMails } from '#server/features/mail/index.ts';
import type { Database, Handle, Transaction } from '#server/platform/database/database.ts';
import type { FailedDelivery } from '#server/platform/events/event-delivery.ts';
import { type Subject, wantsMailsAbout } from './choices.ts';
import { findPreferences, listActiveAdmins, listPreferences, type NotifiedUser } from './notified-users.store.ts';

/** Kind of mails to admins. If one of these fails, no further mail is sent about it. */
const ADMIN_NOTICE = 'admin-notice';

export interface AdminNotification {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** Where to read more: a label and a path. */
  readonly action: { readonly label: string; readonly path: string };
}

/**
 * Queues a mail to every admin who wants mails about this topic, in the transaction of its cause (back-office §3, §9).
 */
export async function notifyAdmins(
  tx: Handle,
  about: Subject,
  notification: AdminNotification,
  shop: MailShop,
  at: Date,
): Promise<void> {
  await queueMails(tx, composeAdminMails(await listActiveAdmins(tx), about, notification, shop), at);
}

/** The mails of {@link notifyAdmins}, for a caller that queues them together with others. */
export function composeAdminMails(
  active: readonly NotifiedUser[],
  about: Subject,
  { subject, paragraphs, facts, action }: AdminNotification,
  shop: MailShop,
): MailToQueue[] {
  const { shopName, appUrl } = shop;
  const admins = active.filter(({ preferences }) => wantsMailsAbout(preferences, about));
  return admins.map(({ id, name, email }) => ({
    kind: ADMIN_NOTICE,
    to: { name, email },
    subject: `${subject} — ${shopName}`,
    ...composeMail({
      shop,
      heading: subject,
      paragraphs,
      facts,
      action: { label: action.label, url: appUrl + action.path },
      footer: `You receive this email as an admin of ${shopName}. Choose which emails you get: ${appUrl}/admin/profile`,
    }),
    userId: id,
  }));
}

/** Notifies admins of a mail that failed after all attempts. */
export async function notifyFailedMail(
  db: Database,
  mail: { readonly id: number; readonly kind: string },
  shop: MailShop,
  at: Date,
): Promise<void> {
  if (mail.kind === ADMIN_NOTICE) return;
  const news = {
    subject: 'An email could not be sent',
    paragraphs: [`Email number ${mail.id} (${mail.kind}) failed after a day of attempts.`],
    action: { label: 'Check the email settings', path: '/admin/settings' },
  };
  await notifyAdmins(db, 'systemNotifications', news, shop, at);
}

/** Tells admins that a backup was given up. */
export async function notifyFailedBackup(tx: Transaction, failure: string, shop: MailShop, at: Date): Promise<void> {
  const news = {
    subject: 'A backup failed',
    paragraphs: ['The shop could not be backed up after several attempts. It keeps running.'],
    facts: [['Error', failure]] as const,
    action: { label: 'View backups', path: '/admin/system' },
  };
  await notifyAdmins(tx, 'systemNotifications', news, shop, at);
}

/** Tells admins of an event that a subscriber could not handle after all attempts. */
export async function notifyFailedEvent(
  db: Database,
  { subscriber, event, reason }: FailedDelivery,
  shop: MailShop,
  at: Date,
): Promise<void> {
  const news = {
    subject: 'An event could not be handled',
    paragraphs: [
      `${subscriber} failed to handle an event after a day of attempts.`,
      `It gets no later events about this ${event.subject.kind} until you retry or dismiss this one.`,
    ],
    facts: [
      ['Event', event.type],
      [event.subject.kind === 'order' ? 'Order' : 'Id', `#${event.subject.id}`],
      ['Error', reason],
    ] as const,
    action: { label: 'View failed events', path: '/admin/events?status=failed' },
  };
  await notifyAdmins(db, 'systemNotifications', news, shop, at);
}

/** Whether a customer wants mails about the progress of orders; mails about payments are always sent. */
export async function wantsOrderMails(tx: Transaction, userId: number | null): Promise<boolean> {
  if (userId === null) return true;
  return wantsMailsAbout((await findPreferences(tx, userId)) ?? {}, 'orderNotifications');
}

/** Which of these customers have declined mails about the progress of orders. */
export async function listWithoutOrderMails(db: Database, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await listPreferences(db, userIds);
  return new Set(
    rows.filter(({ preferences }) => !wantsMailsAbout(preferences, 'orderNotifications')).map(({ id }) => id),
  );
}
