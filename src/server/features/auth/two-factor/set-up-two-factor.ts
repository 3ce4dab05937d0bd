import { deliverSoon } from '#server/features/mail/index.ts';
import { lockUser } from '#server/features/users/index.ts';
import { recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { endSessionsOf } from '#server/platform/sessions/sessions.store.ts';
import { type AuthServices, mailFrame, type OwnRequest, readAttemptLimit } from '../auth-services.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import { announceTwoFactor } from './announce-two-factor.ts';
import { acceptAppCode, limitCodes, newRecoveryCodes, newSecret, otpauthUrl } from './second-step.ts';
import { confirmSecret, deleteTwoFactor, findTwoFactor, putSecret, replaceRecoveryCodes } from './two-factor.store.ts';

/**
 * Creates a secret for the authenticator app, only on a verified address: otherwise a stranger could lock the address's
 * owner out. It becomes active with its first code. The password is required, so a stolen session cannot lock the owner
 * out.
 * @throws Refusal `auth.password_wrong`, `auth.locked`, `two_factor.enabled`, `two_factor.email_unverified`.
 */
export async function beginTwoFactor(
  services: AuthServices,
  password: string,
  by: OwnRequest,
): Promise<{ readonly secret: string; readonly otpauth_url: string }> {
  const { db, now, sealer } = services;
  const { shopName } = await mailFrame(services);
  const user = await confirmPassword(services, password, by);
  if (!user.email_verified_at) throw new Refusal('two_factor.email_unverified');
  const secret = newSecret();
  await inTransaction(db, async (tx) => {
    const at = now();
    if (!(await putSecret(tx, user.id, sealer.seal(secret), at))) throw new Refusal('two_factor.enabled');
    await recordOwnChange(tx, { ...by, at }, { action: 'user.two_factor_setup' });
  });
  return { secret, otpauth_url: otpauthUrl(secret, { shopName, email: user.email }) };
}

/**
 * Enables two-factor sign-in with the first code from the app, and ends the account's other sessions, which were opened
 * with the password alone.
 * @returns the recovery codes, which are stored only as hashes.
 * @throws Refusal `two_factor.not_set_up`, `two_factor.email_unverified`, `auth.code_wrong`, `auth.locked`.
 */
export async function confirmTwoFactor(
  services: AuthServices,
  code: string,
  { caller, request }: OwnRequest,
): Promise<string[]> {
  const { db, now, jobs } = services;
  const limit = await readAttemptLimit(services);
  const frame = await mailFrame(services);
  const known = await findTwoFactor(db, caller.userId);
  if (!known || known.confirmed_at) throw new Refusal('two_factor.not_set_up');
  await limitCodes(db, caller.email, limit, () => acceptAppCode(services, caller.userId, code, now()));
  const { codes, hashes } = newRecoveryCodes();
  await inTransaction(db, async (tx) => {
    // A concurrent login holds the account's lock: once it commits, its session is visible here and ended.
    const user = await lockUser(tx, caller.userId);
    if (user && !user.email_verified_at) throw new Refusal('two_factor.email_unverified');
    // Another set-up may have replaced the secret; the app that showed this code does not have the new one.
    if (!user || !(await confirmSecret(tx, user.id, known.secret, now()))) {
      throw new Refusal('two_factor.not_set_up');
    }
    await replaceRecoveryCodes(tx, user.id, hashes);
    await endSessionsOf(tx, user.id, caller.sessionId);
    await announceTwoFactor(tx, user, true, { frame, request, at: now() });
  });
  deliverSoon(jobs);
  return codes;
}

/**
 * Replaces the recovery codes with new ones.
 * @throws Refusal `auth.password_wrong`, `auth.locked`, `two_factor.not_set_up`.
 */
export async function renewRecoveryCodes(services: AuthServices, password: string, by: OwnRequest): Promise<string[]> {
  const { db, now } = services;
  const user = await confirmPassword(services, password, by);
  const { codes, hashes } = newRecoveryCodes();
  await inTransaction(db, async (tx) => {
    // Otherwise the codes of two requests at once would all be valid, or be left behind by a disabled factor.
    await lockUser(tx, user.id);
    if (!(await findTwoFactor(tx, user.id))?.confirmed_at) throw new Refusal('two_factor.not_set_up');
    await replaceRecoveryCodes(tx, user.id, hashes);
    await recordOwnChange(tx, { ...by, at: now() }, { action: 'user.recovery_codes' });
  });
  return codes;
}

/**
 * Disables two-factor sign-in; no effect if it is disabled already.
 * @throws Refusal `auth.password_wrong`, `auth.locked`.
 */
export async function endTwoFactor(services: AuthServices, password: string, by: OwnRequest): Promise<void> {
  const { db, now, jobs } = services;
  const frame = await mailFrame(services);
  const user = await confirmPassword(services, password, by);
  await inTransaction(db, async (tx) => {
    await lockUser(tx, user.id);
    const wasOn = Boolean((await findTwoFactor(tx, user.id))?.confirmed_at);
    await deleteTwoFactor(tx, user.id);
    if (wasOn) await announceTwoFactor(tx, user, false, { frame, request: by.request, at: now() });
  });
  deliverSoon(jobs);
}
