import { deliverSoon } from '#server/features/mail/index.ts';
import { lockUser, type ProfileChanges, type UserRow, updateProfileRow } from '#server/features/users/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';
import { auditPendingEmail, auditProfile } from './audit-own-account.ts';
import { type AuthServices, mailFrame, type OwnRequest } from './auth-services.ts';
import { requestEmailChange } from './email-change/request-email-change.ts';
import { confirmPassword } from './passwords/confirm-password.ts';

/** Password resets go to the address, so changing it requires the password (ASVS). */
async function confirmNewEmail(
  services: AuthServices,
  { email, current_password: password }: ProfileInput,
  by: OwnRequest,
): Promise<void> {
  if (email === undefined || email === by.caller.email) return;
  if (password === undefined) throw needsPassword();
  await confirmPassword(services, password, by);
}

function needsPassword(): Refusal {
  const message = 'Please enter your password to change your email address.';
  return fieldRefusal('request.invalid', 'current_password', message);
}

export interface ProfileInput extends ProfileChanges {
  readonly email?: string | undefined;
  /** For a new address only. */
  readonly current_password?: string | undefined;
}

/**
 * Changes the given fields of a profile. A new address requires the password, and is pending until it is confirmed by
 * mail.
 * @returns the account, and the new address, which is now pending.
 * @throws Refusal `auth.password_wrong`, `auth.locked`, `request.too_many`, or `request.invalid` for a birthday in the
 * future or a new address without password.
 */
export async function updateProfile(
  services: AuthServices,
  wanted: ProfileInput,
  by: OwnRequest,
): Promise<{ readonly user: UserRow; readonly newEmail: string | undefined }> {
  const { db, now, jobs } = services;
  const { caller, request } = by;
  const { current_password: _, email, ...changes } = wanted;
  const at = now();
  if (changes.date_of_birth && changes.date_of_birth > at.toISOString().slice(0, 10)) {
    throw new Refusal('request.invalid', { errors: { date_of_birth: ['Must be a day in the past.'] } });
  }
  const frame = await mailFrame(services);
  await confirmNewEmail(services, wanted, by);
  const { hasMails, ...updated } = await inTransaction(db, async (tx) => {
    const before = await lockUser(tx, caller.userId);
    if (!before) throw new Refusal('auth.expired');
    const user = await updateProfileRow(tx, caller.userId, changes, at);
    await auditProfile(tx, { before, after: user }, { request, at });
    // If the address was changed meanwhile, the form's old value is not a request to change it back.
    const newEmail = email === caller.email || email === user.email ? undefined : email;
    const hasMails = newEmail !== undefined && (await requestEmailChange(tx, user, { newEmail, frame, at }));
    if (hasMails) await auditPendingEmail(tx, user, newEmail, { request, at });
    return { user, newEmail, hasMails };
  });
  if (hasMails) deliverSoon(jobs);
  return updated;
}
