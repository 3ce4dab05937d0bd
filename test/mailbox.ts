import type { MailTransport, OutgoingMail } from '#server/features/mail/index.ts';

export interface Mailbox {
  readonly transport: MailTransport;
  /** Sent mails, oldest first. */
  readonly mails: OutgoingMail[];
  /** From now on the mail server rejects with this reason; undefined: accepts again. */
  refuse(reason: string | undefined): void;
  /** From now on no mail server is configured, or one is again. */
  disconnect(isDisconnected: boolean): void;
  /** The newest mail to an address. @throws when there is none. */
  newestTo(email: string): OutgoingMail;
}

/** Receives a test shop's mails. */
export function openMailbox(): Mailbox {
  const mails: OutgoingMail[] = [];
  let refusal: string | undefined;
  let isDisconnected = false;
  return {
    mails,
    transport: {
      isReady: async () => !isDisconnected,
      async send(mail) {
        if (refusal !== undefined) throw new Error(refusal);
        mails.push(mail);
      },
    },
    refuse(reason) {
      refusal = reason;
    },
    disconnect(given) {
      isDisconnected = given;
    },
    newestTo(email) {
      const mail = mails.findLast(({ to }) => to.email === email);
      if (!mail) throw new Error(`No mail went to ${email}`);
      return mail;
    },
  };
}
