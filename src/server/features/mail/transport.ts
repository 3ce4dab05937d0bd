import type { Recipient } from './queue-mail.ts';

export interface OutgoingMail {
  /** The same for every attempt, so that receivers can detect duplicates. */
  readonly key: string;
  readonly to: Recipient;
  readonly replyTo?: Recipient | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Port for sending mails; implemented by adapters such as SMTP. */
export interface MailTransport {
  /** Whether a mail server is configured. Until then mails wait in the outbox. */
  isReady(): Promise<boolean>;
  /** Resolves when the mail server has accepted the mail. @throws with its reason otherwise. */
  send(mail: OutgoingMail): Promise<void>;
}
