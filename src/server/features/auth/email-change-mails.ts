import type { MailToQueue } from '#server/features/mail/index.ts';
import type { UserRow } from '#server/features/users/index.ts';
import { accountMail, linkTo, type MailFrame } from './auth-mails.ts';

const CONFIRM = 'Please confirm your new email address';

/** To the new address. */
export function confirmNewAddressMail(frame: MailFrame, user: UserRow, newEmail: string, token: string): MailToQueue {
  return accountMail(
    frame,
    { ...user, email: newEmail },
    {
      kind: 'confirm-email-change',
      subject: CONFIRM,
      paragraphs: [
        'Somebody, hopefully you, asked to use this address for their account. The link works once and for one hour.',
        'If it was not you, there is nothing to do: without the link, the account keeps its old address.',
      ],
      action: { label: 'Confirm new address', url: linkTo(frame, 'verify-email', token) },
    },
  );
}

/** To the old address, as soon as a change is asked for. */
export function changeRequestedMail(frame: MailFrame, user: UserRow, newEmail: string, token: string): MailToQueue {
  return accountMail(frame, user, {
    kind: 'email-change-requested',
    subject: 'Your email address is about to change',
    paragraphs: [
      `Somebody, hopefully you, asked to change the email address of your account to ${newEmail}. It changes once the link in a mail to the new address is followed.`,
      `If it was not you, keep your address with the link below and reset your password: ${frame.appUrl}/forgot-password`,
    ],
    action: { label: 'Keep my address', url: linkTo(frame, 'undo-email-change', token) },
  });
}

/**
 * The same to an address that was never verified: it may be a stranger's, who gets no power over the account and does not
 * learn the new address.
 */
export function changeRequestedUnverifiedMail(frame: MailFrame, user: UserRow): MailToQueue {
  return accountMail(frame, user, {
    kind: 'email-change-requested',
    subject: 'Your email address is about to change',
    paragraphs: [
      'Somebody, hopefully you, asked to use another email address for the account with this address. It changes once the link in a mail to the new address is followed.',
      `If the account is yours and it was not you, reset your password: ${frame.appUrl}/forgot-password. If it is not yours, there is nothing to do.`,
    ],
  });
}

/** To the old address, when the change is made. */
export function emailChangedMail(frame: MailFrame, before: UserRow, newEmail: string, token: string): MailToQueue {
  return accountMail(frame, before, {
    kind: 'email-changed',
    subject: 'Your email address was changed',
    paragraphs: [
      `The email address of your account is ${newEmail} now, and mails no longer go to this one.`,
      'If it was not you, the link below gives your account its old address back. It works once and for three days.',
    ],
    action: { label: 'Undo the change', url: linkTo(frame, 'undo-email-change', token) },
  });
}
