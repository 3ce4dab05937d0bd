import { lockUser, type ProfileChanges, type UserRow, updateProfileRow } from '#server/features/users/index.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { auditPendingEmail, auditProfile } from './audit-own-account.ts';
import type { MailFrame } from './auth-mails.ts';
import { requestEmailChange } from './email-change/request-email-change.ts';
import type { AttemptLimit } from './limit-attempts.ts';
import { confirmPassword } from './passwords/confirm-password.ts';

/** Password resets go to the address, so changing it requires the password (ASVS). */
async function confirmNewEmail(
  db: Database,
  caller: Caller,
  { email, current_password: password }: ProfileInput,
  limit: AttemptLimit,
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

export interface ProfileInput extends ProfileChanges {
  readonly email?: string | undefined;
  /** For a new address only. */
  readonly current_password?: string | undefined;
}

/**
 * Changes the given fields of a profile. A new address requires the password, and is pending until it is confirmed by
 * mail.
 * @returns the account, the address that this call made pending, and whether mails were queued.
 * @throws Refusal `auth.password_wrong`, `auth.locked`, `request.too_many`, or `request.invalid` for a birthday in the
 * future or a new address without password.
 */
export async function updateProfile(
  db: Database,
  caller: Caller,
  wanted: ProfileInput,
  { limit, from }: { readonly limit: AttemptLimit; readonly from: RequestFacts },
  frame: MailFrame,
): Promise<{ readonly user: UserRow; readonly newEmail: string | undefined; readonly hasMails: boolean }> {
  const { current_password: _, email, ...changes } = wanted;
  const at = limit.now();
  if (changes.date_of_birth && changes.date_of_birth > at.toISOString().slice(0, 10)) {
    throw new Refusal('request.invalid', { errors: { date_of_birth: ['Must be a day in the past.'] } });
  }
  await confirmNewEmail(db, caller, wanted, limit, from);
  return inTransaction(db, async (tx) => {
    const before = await lockUser(tx, caller.userId);
    if (!before) throw new Refusal('auth.expired');
    const user = await updateProfileRow(tx, caller.userId, changes, at);
    await auditProfile(tx, { before, after: user }, { request: from, at });
    // If the address was changed meanwhile, the form's old value is not a request to change it back.
    const newEmail = email === caller.email || email === user.email ? undefined : email;
    const hasMails = newEmail !== undefined && (await requestEmailChange(tx, user, newEmail, frame, at));
    if (hasMails) await auditPendingEmail(tx, user, newEmail, { request: from, at });
    return { user, newEmail, hasMails };
  });
}
