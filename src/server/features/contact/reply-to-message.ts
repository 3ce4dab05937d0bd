import { contactSubjectLabel } from '#domain/accounts/contact-subject.ts';
import {
  composeMail,
  deliverSoon,
  type MailShop,
  type MailToQueue,
  paragraphsOf,
  queueMail,
  readMailShop,
} from '#server/features/mail/index.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ContactServices } from './contact-services.ts';
import { insertReply, lockMessageRow, type MessageRow, updateMessageStatus } from './messages.store.ts';

/**
 * Mails a reply to the sender and stores it with the message, which is then marked as answered.
 * @throws Refusal `message.not_found`
 */
export async function replyToMessage(
  services: ContactServices,
  id: number,
  body: string,
  by: AuditContext,
): Promise<void> {
  const { db, now, jobs } = services;
  const shop = await readMailShop(services);
  const at = now();
  await inTransaction(db, async (tx) => {
    const message = await lockMessageRow(tx, id);
    if (!message) throw new Refusal('message.not_found');
    const replyId = await insertReply(tx, { message_id: id, author_id: by.actor.userId, body, created_at: at });
    await updateMessageStatus(tx, id, 'answered');
    await queueMail(tx, answerMail(message, body, shop), at);
    const named = { action: 'message.reply', entity: 'message', entityId: String(id) };
    const [before, after] = [{ status: message.status }, { status: 'answered', reply: replyId }];
    await recordAudit(tx, { ...by, ...named, before, after, at });
  });
  deliverSoon(jobs);
}

function answerMail(message: MessageRow, body: string, shop: MailShop): MailToQueue {
  const { shopName: siteName, contactEmail } = shop;
  return {
    kind: 'contact-reply',
    to: { name: message.name, email: message.email },
    replyTo: { name: siteName, email: contactEmail },
    subject: `Re: ${contactSubjectLabel(message.subject)} — ${siteName}`,
    ...composeMail({
      shop,
      heading: 'An answer to your message',
      paragraphs: [`Hello ${message.name},`, ...paragraphsOf(body)],
      quoted: { lead: 'You wrote:', paragraphs: paragraphsOf(message.body) },
      footer: `You receive this email because this address was entered in a message to ${siteName}.`,
    }),
  };
}
