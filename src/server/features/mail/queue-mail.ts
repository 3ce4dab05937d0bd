import { isAddressOfNobody } from '#domain/nobody.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { ComposedMail } from './compose-mail.ts';
import { insertMail } from './mail.store.ts';
import { sealBodies } from './seal-mail.ts';

export interface Recipient {
  readonly name: string;
  readonly email: string;
}

export interface MailToQueue extends ComposedMail {
  /** What the mail is about, such as `order-confirmed`: the back office filters by it. */
  readonly kind: string;
  readonly to: Recipient;
  /** Whom the reader's answer goes to, where that is not the shop's sending address. */
  readonly replyTo?: Recipient | undefined;
  readonly subject: string;
  /** It carries a one-time link: nobody but its reader sees its bodies, and they are dropped once it is sent. */
  readonly isConfidential?: boolean;
  readonly userId?: number | undefined;
  readonly orderId?: number | undefined;
}

/** What an address may be made of; anything else could start another address or another header. */
const PLAIN_ADDRESS = /^[^\s\p{Cc}<>(),;:"[\]\\@]+@[^\s\p{Cc}<>(),;:"[\]\\@]+$/u;

/** Subjects and names stand in one header line, whatever they were made from. */
function headerText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 250);
}

/**
 * Puts a mail into the outbox, in the transaction of its cause: it is sent if, and only if, that commits. Whoever
 * queued asks for its delivery afterwards with `deliverSoon`; unasked, it leaves within a minute. To somebody whose
 * account is deleted nothing is queued: what becomes of their orders has no reader any more. Its bodies are encrypted
 * until it is sent.
 */
export async function queueMail(tx: Database | Transaction, mail: MailToQueue, at: Date): Promise<void> {
  if (isAddressOfNobody(mail.to.email)) return;
  const isPlain = [mail.to, mail.replyTo].every((person) => !person || PLAIN_ADDRESS.test(person.email));
  if (!isPlain) throw new Error('A mail was queued for something that is no mail address');
  await insertMail(tx, {
    kind: mail.kind,
    to_name: headerText(mail.to.name),
    to_email: mail.to.email,
    reply_to_name: headerText(mail.replyTo?.name ?? ''),
    reply_to_email: mail.replyTo?.email ?? null,
    subject: headerText(mail.subject),
    text_body: '',
    html_body: '',
    sealed_bodies: sealBodies(mail.sealer, mail),
    is_confidential: mail.isConfidential ?? false,
    user_id: mail.userId ?? null,
    order_id: mail.orderId ?? null,
    next_attempt_at: at,
    created_at: at,
  });
}
