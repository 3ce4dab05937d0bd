import { isAnonymousEmail } from '#domain/accounts/anonymous-email.ts';
import { cutText } from '#domain/cut-text.ts';
import type { Handle } from '#server/platform/database/database.ts';
import type { Writes } from '#server/platform/database/execute-together.ts';
import type { ComposedMail } from './compose-mail.ts';
import { encryptBodies } from './encrypt-mail.ts';
import { insertMails } from './mail.store.ts';

export interface Recipient {
  readonly name: string;
  readonly email: string;
}

export interface MailToQueue extends ComposedMail {
  /** Type of the mail, such as `order-confirmed`; the back office filters by it. */
  readonly kind: string;
  readonly to: Recipient;
  /** Reply-to address, if not the shop's sending address. */
  readonly replyTo?: Recipient | undefined;
  readonly subject: string;
  /** Contains a one-time link: only the recipient sees its bodies, and they are dropped once it is sent. */
  readonly isConfidential?: boolean;
  readonly userId?: number | undefined;
  readonly orderId?: number | undefined;
}

/** Characters allowed in an address; others could start another address or header. */
const PLAIN_ADDRESS = /^[^\s\p{Cc}<>(),;:"[\]\\@]+@[^\s\p{Cc}<>(),;:"[\]\\@]+$/u;

/** Subjects and names must be one header line. JSON cannot carry half an emoji to PostgreSQL. */
function headerText(text: string): string {
  return cutText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), 250).toWellFormed();
}

/**
 * Puts a mail into the outbox, in the transaction that causes it: it is sent if, and only if, that commits. Call
 * `deliverSoon` after the commit; otherwise it is sent within a minute. Nothing is queued for deleted accounts. Bodies
 * are encrypted until the mail is sent.
 */
export const queueMail = (tx: Handle, mail: MailToQueue, at: Date): Promise<void> => queueMails(tx, [mail], at);

/** Queues several mails in one statement. */
export async function queueMails(tx: Handle, mails: readonly MailToQueue[], at: Date): Promise<void> {
  const rows = rowsOf(mails, at);
  if (rows.length > 0) await insertMails(rows).execute(tx);
}

/** The write of {@link queueMails}, to be executed together with others. */
export function mailWrites(mails: readonly MailToQueue[], at: Date): Writes {
  const rows = rowsOf(mails, at);
  return rows.length > 0 ? { queued_mail: insertMails(rows) } : {};
}

const rowsOf = (mails: readonly MailToQueue[], at: Date) =>
  mails.filter(({ to }) => !isAnonymousEmail(to.email)).map((mail) => mailRow(mail, at));

function mailRow(mail: MailToQueue, at: Date) {
  const isPlain = [mail.to, mail.replyTo].every((person) => !person || PLAIN_ADDRESS.test(person.email));
  if (!isPlain) throw new Error('An email was queued for something that is not an email address');
  return {
    kind: mail.kind,
    to_name: headerText(mail.to.name),
    to_email: mail.to.email,
    reply_to_name: headerText(mail.replyTo?.name ?? ''),
    reply_to_email: mail.replyTo?.email ?? null,
    subject: headerText(mail.subject),
    text_body: '',
    html_body: '',
    sealed_bodies: encryptBodies(mail.sealer, mail),
    is_confidential: mail.isConfidential ?? false,
    user_id: mail.userId ?? null,
    order_id: mail.orderId ?? null,
    next_attempt_at: at,
    created_at: at,
  };
}
