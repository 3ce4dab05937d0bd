import { queueMail } from '#server/features/mail/index.ts';
import { isReservedEmail, lockUser, setVerifiedEmail } from '#server/features/users/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hashToken, newToken } from '#server/platform/security/sealing.ts';
import { revokeTokens } from '#server/platform/sessions/one-time-tokens.store.ts';
import { auditProfile } from '../audit-own-account.ts';
import type { MailFrame } from '../auth-mails.ts';
import { emailTaken } from '../register-customer.ts';
import { dropUnverifiedFactor } from '../two-factor/drop-unverified-factor.ts';
import { findChangeToConfirm, recordConfirmedChange } from './email-change.store.ts';
import { emailChangedMail } from './email-change-mails.ts';
import { UNDO_MS } from './request-email-change.ts';

/**
 * Makes a pending address the account's address, by the token from the mail to it. The old address, if it was verified,
 * gets a link to undo the change.
 * @returns the id of the account.
 * @throws Refusal `auth.token_invalid` when the token belongs to no pending change, or `auth.email_taken` when another
 * account uses the address meanwhile.
 */
export async function confirmEmailChange(
  tx: Transaction,
  token: string,
  { frame, request, at }: { readonly frame: MailFrame; readonly request: RequestFacts; readonly at: Date },
): Promise<number> {
  const found = await findChangeToConfirm(tx, hashToken(token), at);
  if (!found) throw new Refusal('auth.token_invalid');
  const before = await lockUser(tx, found.user_id);
  // Another request may have confirmed or cancelled it while this one waited for the lock.
  const change = await findChangeToConfirm(tx, hashToken(token), at);
  if (!before?.is_active || !change) throw new Refusal('auth.token_invalid');
  const after = await setVerifiedEmail(tx, before.id, change.new_email, at);
  if (!after || (await isReservedEmail(tx, after.email, { userId: after.id, at }))) throw emailTaken();
  // Links mailed to the old address must stop working.
  await revokeTokens(tx, after.id, ['reset_password', 'verify_email', 'delete_account'], at);
  await dropUnverifiedFactor(tx, after, { frame, request, at });
  const undo = before.email_verified_at ? newToken() : undefined;
  await recordConfirmedChange(tx, change.id, {
    at,
    undoTokenHash: undo === undefined ? null : hashToken(undo),
    expiresAt: new Date(at.getTime() + UNDO_MS),
  });
  await auditProfile(tx, { before, after }, { request, at });
  if (undo !== undefined) await queueMail(tx, emailChangedMail(frame, before, after.email, undo), at);
  return after.id;
}
