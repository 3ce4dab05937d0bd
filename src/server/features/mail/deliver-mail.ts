import { cutText } from '#domain/cut-text.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { retryOnBrokenConnection } from '#server/platform/database/database-unavailable.ts';
import type { Logger } from '#server/platform/log.ts';
import { nextAttemptAt } from '#server/platform/retries.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { decryptBodies, encryptQueuedMails } from './encrypt-mail.ts';
import { claimDueMails, type DueMail, markMailSent, markMailUnsent } from './mail.store.ts';
import type { MailBodies } from './mail-content.ts';
import type { MailTransport } from './transport.ts';

export interface MailDelivery {
  readonly db: Database;
  readonly now: Clock;
  readonly log: Logger;
  readonly mailTransport: MailTransport;
  readonly sealer: Sealer;
  /** Called when a mail has failed after all attempts. */
  readonly onGivenUp?: (mail: {
    readonly id: number;
    readonly kind: string;
    readonly subject: string;
  }) => Promise<void>;
}

/** Concurrent connections to the mail server. */
const MAX_CONCURRENT = 5;
/** Longer than any SMTP conversation; after that, a mail whose sender crashed is retried. */
const CLAIM_MS = 5 * 60_000;
/** Maximum duration of one run; the next run continues. */
const RUN_MS = 150_000;
const MAX_REASON_LENGTH = 500;

function reasonOf(error: unknown): string {
  return cutText(error instanceof Error ? error.message : String(error), MAX_REASON_LENGTH);
}

async function deliver(delivery: MailDelivery, mail: DueMail): Promise<void> {
  const { db, now, log, mailTransport, sealer, onGivenUp } = delivery;
  let bodies: MailBodies;
  try {
    bodies = decryptBodies(sealer, mail.sealed_bodies);
  } catch {
    const reason = 'The email was encrypted with another APP_SECRET';
    log.error({ mailId: mail.id }, reason);
    await markMailUnsent(db, mail, reason, undefined);
    return;
  }
  try {
    await mailTransport.send({
      key: `mail-${mail.id}-${mail.created_at.getTime()}`,
      to: { name: mail.to_name, email: mail.to_email },
      ...(mail.reply_to_email && { replyTo: { name: mail.reply_to_name, email: mail.reply_to_email } }),
      subject: mail.subject,
      ...bodies,
    });
  } catch (error) {
    const reason = reasonOf(error);
    const retryAt = nextAttemptAt(mail.attempts, now());
    await markMailUnsent(db, mail, reason, retryAt);
    log.warn({ mailId: mail.id, attempt: mail.attempts, reason }, 'An email could not be sent');
    if (!retryAt) await onGivenUp?.(mail);
    return;
  }
  // A crash before this line sends the mail again later: duplicates are better than lost mails.
  const at = now();
  await retryOnBrokenConnection(() => markMailSent(db, mail, bodies, at));
}

/** Sends due mails from the outbox, outside any transaction. Concurrent nodes share the work. */
export async function deliverMail(delivery: MailDelivery): Promise<void> {
  const { db, now, mailTransport, sealer } = delivery;
  await encryptQueuedMails(db, sealer, now());
  if (!(await mailTransport.isReady())) return;
  const begun = performance.now();
  while (performance.now() - begun < RUN_MS) {
    const at = now();
    const mails = await claimDueMails(db, MAX_CONCURRENT, at, new Date(at.getTime() + CLAIM_MS));
    await Promise.all(mails.map((mail) => deliver(delivery, mail)));
    if (mails.length < MAX_CONCURRENT) return;
  }
}
