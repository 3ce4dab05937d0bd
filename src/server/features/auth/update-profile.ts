import { queueMail } from '#server/features/mail/index.ts';
import { lockUser, type ProfileChanges, type UserRow, updateProfileRow } from '#server/features/users/index.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { issueToken, revokeTokens } from '#server/platform/one-time-tokens.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { auditProfile } from './audit-own-account.ts';
import { emailChangedMail, type MailFrame, verificationMail } from './auth-mails.ts';
import { confirmPassword } from './confirm-password.ts';
import type { GuessLimit } from './limit-guesses.ts';
import { emailTaken } from './register-customer.ts';

async function announceNewEmail(
  tx: Transaction,
  { before, after }: { readonly before: UserRow; readonly after: UserRow },
  frame: MailFrame,
  at: Date,
): Promise<void> {
  // A link that went to the old address must count for nothing.
  await revokeTokens(tx, after.id, ['reset_password', 'verify_email', 'delete_account'], at);
  const token = await issueToken(tx, after.id, 'verify_email', at);
  if (token !== undefined) await queueMail(tx, verificationMail(frame, after, token), at);
  // An address that was never verified may be a stranger's, who would not know what this is about.
  if (before.email_verified_at) await queueMail(tx, emailChangedMail(frame, before), at);
}

/** An address is what a password is reset by: changing it takes the password (ASVS). */
async function confirmNewEmail(
  db: Database,
  caller: Caller,
  { email, current_password: password }: WantedProfile,
  limit: GuessLimit,
  from: RequestFacts,
): Promise<void> {
  if (email === undefined || email === caller.email) return;
  if (password === undefined) throw needsPassword();
  await confirmPassword(db, caller, password, limit, from);
}

function needsPassword(): Refusal {
  const message = 'Please enter your password to change your email address.';
  return new Refusal('request.invalid', { message, errors: { current_password: [message] } });
}

export interface WantedProfile extends ProfileChanges {
  /** For a new address. */
  readonly current_password?: string | undefined;
}

/**
 * Changes what is given of a profile. A new address takes the password and has to be verified, and the old one is told.
 * @returns the account, and whether mails were queued.
 * @throws Refusal `auth.email_taken`, `auth.password_wrong`, `auth.locked`, or `request.invalid` for a birthday to
 * come or a new address without password.
 */
export async function updateProfile(
  db: Database,
  caller: Caller,
  wanted: WantedProfile,
  { limit, from }: { readonly limit: GuessLimit; readonly from: RequestFacts },
  frame: MailFrame,
): Promise<{ readonly user: UserRow; readonly hasNewEmail: boolean }> {
  const { current_password: _, ...changes } = wanted;
  const { userId } = caller;
  const at = limit.now();
  if (changes.date_of_birth && changes.date_of_birth > at.toISOString().slice(0, 10)) {
    throw new Refusal('request.invalid', { errors: { date_of_birth: ['Must be a day in the past.'] } });
  }
  await confirmNewEmail(db, caller, wanted, limit, from);
  return inTransaction(db, async (tx) => {
    const before = await lockUser(tx, userId);
    if (!before) throw new Refusal('auth.expired');
    // The address that the form was filled with is no wish to have it back, where it was changed meanwhile.
    const { email, ...rest } = changes;
    const wishes = email === caller.email ? rest : changes;
    const user = await updateProfileRow(tx, userId, wishes, at);
    if (!user) throw emailTaken();
    await auditProfile(tx, { before, after: user }, { request: from, at });
    const hasNewEmail = user.email !== before.email;
    if (hasNewEmail) await announceNewEmail(tx, { before, after: user }, frame, at);
    return { user, hasNewEmail };
  });
}
