import { composeMail, type MailShop, type MailToQueue } from '#server/features/mail/index.ts';
import type { UserRow } from '#server/features/users/index.ts';

/** What every mail needs to know about the shop. */
export type MailFrame = MailShop;

/**
 * Greeting name. Anybody can register any address under any name, so names that could be an advertisement or a link are
 * left out.
 */
const PLAIN_NAME = /^(?!.*\.[\p{L}\p{N}]{2})[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .,'’-]{0,59}$/u;

function safeName(name: string): string {
  return PLAIN_NAME.test(name) ? name : '';
}

function greeting(name: string): string {
  const safe = safeName(name);
  return safe === '' ? 'Hello,' : `Hello ${safe},`;
}

interface AccountMail {
  readonly kind: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
}

export function accountMail(
  frame: MailFrame,
  to: Pick<UserRow, 'id' | 'name' | 'email'>,
  mail: AccountMail,
): MailToQueue {
  const { kind, subject, paragraphs, action } = mail;
  return {
    kind,
    to: { name: safeName(to.name), email: to.email },
    subject: `${subject} — ${frame.shopName}`,
    userId: to.id,
    isConfidential: action !== undefined,
    ...composeMail({
      shop: frame,
      heading: subject,
      paragraphs: [greeting(to.name), ...paragraphs],
      action,
      footer: `You receive this email because of the account with this address at ${frame.shopName}.`,
    }),
  };
}

export function linkTo(frame: MailFrame, page: string, token: string): string {
  return `${frame.appUrl}/${page}?token=${encodeURIComponent(token)}`;
}

export function verificationMail(frame: MailFrame, user: UserRow, token: string): MailToQueue {
  return accountMail(frame, user, {
    kind: 'verify-email',
    subject: 'Please verify your email address',
    paragraphs: [
      'Please confirm that this is your email address. The link works once and for one hour.',
      'If you did not create an account or change its address, please ignore this email.',
    ],
    action: { label: 'Verify email address', url: linkTo(frame, 'verify-email', token) },
  });
}

export function passwordResetMail(frame: MailFrame, user: UserRow, token: string): MailToQueue {
  return accountMail(frame, user, {
    kind: 'reset-password',
    subject: 'Reset your password',
    paragraphs: [
      'Somebody, hopefully you, asked to reset the password of your account. The link works once and for one hour.',
      'If it was not you, your password stays as it is: please ignore this email.',
    ],
    action: { label: 'Choose a new password', url: linkTo(frame, 'reset-password', token) },
  });
}

export function passwordChangedMail(frame: MailFrame, user: UserRow): MailToQueue {
  return accountMail(frame, user, {
    kind: 'password-changed',
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was just changed, and your other devices were logged out.',
      `If it was not you, please reset your password at once: ${frame.appUrl}/forgot-password`,
    ],
  });
}

/** Notify the owner: whoever can do this could lock them out. */
export function twoFactorMail(frame: MailFrame, user: UserRow, isOn: boolean): MailToQueue {
  return accountMail(frame, user, {
    kind: 'two-factor',
    subject: `Two-factor sign-in was switched ${isOn ? 'on' : 'off'}`,
    paragraphs: [
      isOn
        ? 'From now on, logging in to your account also requires a code from your authenticator app.'
        : 'From now on, logging in to your account requires only your password.',
      `If it was not you, please reset your password at once: ${frame.appUrl}/forgot-password`,
    ],
  });
}
