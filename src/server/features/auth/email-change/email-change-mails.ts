import type { MailToQueue } from '#server/features/mail/index.ts';
import type { UserRow } from '#server/features/users/index.ts';
import { accountMail, linkTo, type MailFrame } from '../auth-mails.ts';

const CONFIRM = 'Please confirm your new email address';

/** Sent to the new address. */
export function confirmNewAddressMail(frame: MailFrame, user: UserRow, newEmail: string, token: string): MailToQueue {
  return accountMail(
    frame,
    { ...user, email: newEmail },
    {
      kind: 'confirm-email-change',
      subject: CONFIRM,
      paragraphs: [
        'Somebody, hopefully you, asked to use this address for their account. The link works once and for one hour.',
        'If it was not you, you can ignore this email: unless the link is opened, the account keeps its old address.',
      ],
      action: { label: 'Confirm new address', url: linkTo(frame, 'verify-email', token) },
    },
  );
}

/** Sent to the old address when a change is requested. */
export function changeRequestedMail(frame: MailFrame, user: UserRow, newEmail: string, token: string): MailToQueue {
  return accountMail(frame, user, {
    kind: 'email-change-requested',
    subject: 'Your email address is about to change',
    paragraphs: [
      `Somebody, hopefully you, asked to change the email address of your account to ${newEmail}. It changes once somebody opens the link that we sent to the new address.`,
      `If it was not you, keep your address with the link below and reset your password: ${frame.appUrl}/forgot-password`,
    ],
    action: { label: 'Keep my address', url: linkTo(frame, 'undo-email-change', token) },
  });
}

/**
 * The same mail for an address that was never verified. It may belong to a stranger, so the mail has no link and does
 * not name the new address.
 */
export function changeRequestedUnverifiedMail(frame: MailFrame, user: UserRow): MailToQueue {
  return accountMail(frame, user, {
    kind: 'email-change-requested',
    subject: 'Your email address is about to change',
    paragraphs: [
      'Somebody, hopefully you, asked to use another email address for the account with this address. It changes once somebody opens the link that we sent to the new address.',
      `If the account is yours and it was not you, reset your password: ${frame.appUrl}/forgot-password. If it is not yours, you can ignore this email.`,
    ],
  });
}

/** Sent to the old address when the change is made. */
export function emailChangedMail(frame: MailFrame, before: UserRow, newEmail: string, token: string): MailToQueue {
  return accountMail(frame, before, {
    kind: 'email-changed',
    subject: 'Your email address was changed',
    paragraphs: [
      `The email address of your account is now ${newEmail}. We no longer send emails about the account to this address.`,
      'If it was not you, use the link below to restore the old address. It works once and for three days.',
    ],
    action: { label: 'Undo the change', url: linkTo(frame, 'undo-email-change', token) },
  });
}

/** Sent to the old address when the change is undone. @param reset undefined for a deactivated account */
export function emailRestoredMail(frame: MailFrame, user: UserRow, reset: string | undefined): MailToQueue {
  const later = `${frame.appUrl}/forgot-password`;
  return accountMail(frame, user, {
    kind: 'email-restored',
    subject: 'Your email address was restored',
    paragraphs: [
      'The email address of your account is this one again, and all devices were signed out. The password no longer works, because somebody else may know it.',
      reset === undefined
        ? 'The account is deactivated, so nobody can log in.'
        : `To log in, choose a new password with the link below. It works once and for one hour; later, request another one: ${later}`,
    ],
    ...(reset !== undefined && {
      action: { label: 'Choose a new password', url: linkTo(frame, 'reset-password', reset) },
    }),
  });
}
