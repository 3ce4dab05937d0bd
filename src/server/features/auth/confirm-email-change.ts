import { queueMail } from '#server/features/mail/index.ts';
import { isReservedEmail, lockUser, setProvedEmail } from '#server/features/users/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { revokeTokens } from '#server/platform/one-time-tokens.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashToken, newToken } from '#server/platform/sealing.ts';
import { auditProfile } from './audit-own-account.ts';
import type { MailFrame } from './auth-mails.ts';
import { dropUnverifiedFactor } from './drop-unverified-factor.ts';
import { findChangeToConfirm, noteConfirmedChange } from './email-change.store.ts';
import { emailChangedMail } from './email-change-mails.ts';
import { emailTaken } from './register-customer.ts';
import { UNDO_MS } from './request-email-change.ts';

/**
 * Makes a pending address the one of its account, by the token of the mail that went there. The old address, where it
 * was verified, gets a link that undoes it.
 * @returns the id of the account.
 * @throws Refusal `auth.token_invalid` when the token is none of a pending change, or `auth.email_taken` when the address has become another account's meanwhile.
 */
export async function confirmEmailChange(
  tx: Transaction,
  token: string,
  { frame, request, at }: { readonly frame: MailFrame; readonly request: RequestFacts; readonly at: Date },
): Promise<number> {
  const found = await findChangeToConfirm(tx, hashToken(token), at);
  if (!found) throw new Refusal('auth.token_invalid');
  const before = await lockUser(tx, found.user_id);
  // It may have been confirmed or cancelled while the account was locked by somebody else.
  const change = await findChangeToConfirm(tx, hashToken(token), at);
  if (!before?.is_active || !change) throw new Refusal('auth.token_invalid');
  const after = await setProvedEmail(tx, before.id, change.new_email, at);
  if (!after || (await isReservedEmail(tx, after.email, { userId: after.id, at }))) throw emailTaken();
  // Links that went to the old address must open nothing any more.
  await revokeTokens(tx, after.id, ['reset_password', 'verify_email', 'delete_account'], at);
  await dropUnverifiedFactor(tx, after, { frame, request, at });
  const undo = before.email_verified_at ? newToken() : undefined;
  await noteConfirmedChange(tx, change.id, {
    at,
    undoTokenHash: undo === undefined ? null : hashToken(undo),
    expiresAt: new Date(at.getTime() + UNDO_MS),
  });
  await auditProfile(tx, { before, after }, { request, at });
  if (undo !== undefined) await queueMail(tx, emailChangedMail(frame, before, after.email, undo), at);
  return after.id;
}
