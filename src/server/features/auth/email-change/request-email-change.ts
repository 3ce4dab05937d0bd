import { deliverSoon, queueMail } from '#server/features/mail/index.ts';
import { findUserByEmail, lockUser, type UserRow } from '#server/features/users/index.ts';
import { type OwnChange, recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashToken, newToken } from '#server/platform/security/sealing.ts';
import type { MailFrame } from '../auth-mails.ts';
import { type AuthServices, mailFrame, type OwnRequest } from '../auth-services.ts';
import { emailTaken } from '../register-customer.ts';
import {
  countChangesSince,
  countChangesTo,
  endPendingChange,
  findPendingChange,
  insertEmailChange,
} from './email-change.store.ts';
import { changeRequestedMail, changeRequestedUnverifiedMail, confirmNewAddressMail } from './email-change-mails.ts';

const HOUR_MS = 60 * 60_000;
/** A link to a new address is valid for an hour, like all verification links. */
const CONFIRM_MS = HOUR_MS;
/** The undo link is valid longer: the owner may read the mail after a weekend. */
export const UNDO_MS = 3 * 24 * HOUR_MS;
/** Same limit as for other links mailed to an account per hour. */
const MAX_PER_HOUR = 5;
/** Mails to one new address from all accounts: prevents flooding a mailbox by opening many accounts. */
const MAX_TO_ADDRESS_PER_HOUR = 10;

interface NewChange {
  readonly newEmail: string;
  /** Whether to notify the current address; not when a link is only sent again. */
  readonly notifiesOldAddress: boolean;
  readonly frame: MailFrame;
  readonly at: Date;
}

async function openChange(
  tx: Transaction,
  user: UserRow,
  { newEmail, notifiesOldAddress, frame, at }: NewChange,
): Promise<void> {
  const since = new Date(at.getTime() - HOUR_MS);
  const isTooMany =
    (await countChangesSince(tx, user.id, since)) >= MAX_PER_HOUR ||
    (await countChangesTo(tx, newEmail, since)) >= MAX_TO_ADDRESS_PER_HOUR;
  if (isTooMany) {
    throw new Refusal('request.too_many', { retryAfterSeconds: HOUR_MS / 1000 });
  }
  if (await findUserByEmail(tx, newEmail)) throw emailTaken();
  await endPendingChange(tx, user.id, at);
  const token = newToken();
  // An address that was never verified may be a stranger's: its mail has no link.
  const notice = notifiesOldAddress && user.email_verified_at ? newToken() : undefined;
  await insertEmailChange(tx, {
    user_id: user.id,
    old_email: user.email,
    new_email: newEmail,
    confirm_token_hash: hashToken(token),
    confirm_until: new Date(at.getTime() + CONFIRM_MS),
    notice_token_hash: notice === undefined ? null : hashToken(notice),
    requested_at: at,
    expires_at: new Date(at.getTime() + UNDO_MS),
  });
  await queueMail(tx, confirmNewAddressMail(frame, user, newEmail, token), at);
  if (!notifiesOldAddress) return;
  const noticeMail =
    notice === undefined
      ? changeRequestedUnverifiedMail(frame, user)
      : changeRequestedMail(frame, user, newEmail, notice);
  await queueMail(tx, noticeMail, at);
}

/**
 * Records that an account requests another address, and mails the confirmation link to it. Until it is confirmed, the
 * account keeps its address. The account must be locked. Repeating the request while the link is valid has no effect.
 * @returns whether mails were queued.
 * @throws Refusal `auth.email_taken`, or `request.too_many` after several changes within an hour.
 */
export async function requestEmailChange(
  tx: Transaction,
  user: UserRow,
  { newEmail, frame, at }: { readonly newEmail: string; readonly frame: MailFrame; readonly at: Date },
): Promise<boolean> {
  const pending = await findPendingChange(tx, user.id);
  if (pending?.new_email === newEmail && pending.confirm_until > at) return false;
  await openChange(tx, user, { newEmail, notifiesOldAddress: true, frame, at });
  return true;
}

/**
 * Mails the link to the pending address again and invalidates the earlier one.
 * @throws Refusal `email_change.none`, `auth.email_taken`, or `request.too_many` after several within an hour.
 */
export async function resendEmailChange(services: AuthServices, by: OwnRequest): Promise<void> {
  const { db, now, jobs } = services;
  const frame = await mailFrame(services);
  const at = now();
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, by.caller.userId);
    if (!user) throw new Refusal('auth.expired');
    const pending = await findPendingChange(tx, user.id);
    if (!pending) throw new Refusal('email_change.none');
    await openChange(tx, user, { newEmail: pending.new_email, notifiesOldAddress: false, frame, at });
    await recordOwnChange(tx, { ...by, at }, { action: 'user.email_change_resent' });
  });
  deliverSoon(jobs);
}

/** Cancels the pending change, if any. @returns the account. */
export async function cancelEmailChange(db: Database, by: OwnChange): Promise<UserRow> {
  return inTransaction(db, async (tx) => {
    const user = await lockUser(tx, by.caller.userId);
    if (!user) throw new Refusal('auth.expired');
    await endPendingChange(tx, user.id, by.at);
    await recordOwnChange(tx, by, { action: 'user.email_change_cancelled' });
    return user;
  });
}
