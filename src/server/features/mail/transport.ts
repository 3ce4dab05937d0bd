import type { Recipient } from './queue-mail.ts';

export interface OutgoingMail {
  /** The same at every attempt: a receiver that got the mail twice can tell. */
  readonly key: string;
  readonly to: Recipient;
  readonly replyTo?: Recipient | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** How mails leave the shop; implemented outside, such as by SMTP. */
export interface MailTransport {
  /** Whether it is told where to send to. Until then mails wait in the outbox. */
  isReady(): Promise<boolean>;
  /** Resolves when the next server has taken the mail over. @throws with its reason when it has not. */
  send(mail: OutgoingMail): Promise<void>;
}
