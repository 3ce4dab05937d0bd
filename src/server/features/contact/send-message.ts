import { type ContactSubject, contactSubjectLabel } from '#domain/accounts/contact-subject.ts';
import {
  composeMail,
  deliverSoon,
  type MailShop,
  type MailToQueue,
  paragraphsOf,
  queueMail,
  readMailShop,
} from '#server/features/mail/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { ContactServices } from './contact-services.ts';
import { insertMessage } from './messages.store.ts';

interface WrittenMessage {
  readonly name: string;
  readonly email: string;
  readonly subject: ContactSubject;
  readonly body: string;
}

/**
 * Stores a visitor's message for the back office and mails it to the shop's contact address, with the visitor as
 * reply-to.
 */
export async function sendMessage(services: ContactServices, message: WrittenMessage): Promise<void> {
  const { db, now, jobs, config } = services;
  const shop = await readMailShop(services);
  const at = now();
  await inTransaction(db, async (tx) => {
    const id = await insertMessage(tx, { ...message, created_at: at });
    const url = `${config.appUrl}/admin/messages?message=${id}`;
    await queueMail(tx, mailToShop(message, shop, url), at);
  });
  deliverSoon(jobs);
}

function mailToShop({ name, email, subject, body }: WrittenMessage, shop: MailShop, url: string): MailToQueue {
  const { shopName: siteName, contactEmail } = shop;
  return {
    kind: 'contact-message',
    to: { name: siteName, email: contactEmail },
    replyTo: { name, email },
    subject: `${contactSubjectLabel(subject)}: a message from ${name}`,
    ...composeMail({
      shop,
      heading: `A message from ${name}`,
      paragraphs: paragraphsOf(body),
      facts: [
        ['Name', name],
        ['Email', email],
        ['Subject', contactSubjectLabel(subject)],
      ],
      action: { label: 'Open in the back office', url },
      footer: `Somebody sent this through the contact form of ${siteName}. Replies to this email go to ${email}.`,
    }),
  };
}
