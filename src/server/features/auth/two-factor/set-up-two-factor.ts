import { lockUser } from '#server/features/users/index.ts';
import { recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { endSessionsOf } from '#server/platform/sessions/sessions.store.ts';
import type { MailFrame } from '../auth-mails.ts';
import type { AttemptLimit } from '../limit-attempts.ts';
import { type ConfirmedUser, confirmPassword } from '../passwords/confirm-password.ts';
import { announceTwoFactor, type TwoFactorNotice } from './announce-two-factor.ts';
import { acceptAppCode, limitCodes, newRecoveryCodes, newSecret, otpauthUrl } from './second-step.ts';
import { confirmSecret, deleteTwoFactor, findTwoFactor, putSecret, replaceRecoveryCodes } from './two-factor.store.ts';

/** Who changes their own second factor, and the services it needs. */
export interface TwoFactorChange {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly caller: Caller;
  readonly limit: AttemptLimit;
  readonly request: RequestFacts;
  readonly frame: MailFrame;
}

const confirmed = ({ db, caller, limit, request }: TwoFactorChange, password: string): Promise<ConfirmedUser> =>
  confirmPassword(db, caller, password, limit, request);

const noticeOf = ({ frame, request, limit }: TwoFactorChange): TwoFactorNotice => ({ frame, request, at: limit.now() });

/**
 * Creates a secret for the authenticator app, only on a verified address: otherwise a stranger could lock the address's
 * owner out. It becomes active with its first code. The password is required, so a stolen session cannot lock the owner
 * out.
 * @throws Refusal `auth.password_wrong`, `auth.locked`, `two_factor.enabled`, `two_factor.email_unverified`.
 */
export async function beginTwoFactor(
  change: TwoFactorChange,
  password: string,
): Promise<{ readonly secret: string; readonly otpauth_url: string }> {
  const { db, sealer, limit, frame } = change;
  const user = await confirmed(change, password);
  if (!user.email_verified_at) throw new Refusal('two_factor.email_unverified');
  const secret = newSecret();
  await inTransaction(db, async (tx) => {
    const at = limit.now();
    if (!(await putSecret(tx, user.id, sealer.seal(secret), at))) throw new Refusal('two_factor.enabled');
    await recordOwnChange(tx, { ...change, at }, { action: 'user.two_factor_setup' });
  });
  return { secret, otpauth_url: otpauthUrl(secret, { shopName: frame.shopName, email: user.email }) };
}

/**
 * Enables two-factor sign-in with the first code from the app, and ends the account's other sessions, which were opened
 * with the password alone.
 * @returns the recovery codes, which are stored only as hashes.
 * @throws Refusal `two_factor.not_set_up`, `two_factor.email_unverified`, `auth.code_wrong`, `auth.locked`.
 */
export async function confirmTwoFactor(change: TwoFactorChange, code: string): Promise<string[]> {
  const { db, sealer, caller, limit } = change;
  const known = await findTwoFactor(db, caller.userId);
  if (!known || known.confirmed_at) throw new Refusal('two_factor.not_set_up');
  await limitCodes(db, caller.email, limit, () => acceptAppCode(db, sealer, caller.userId, code, limit.now()));
  const { codes, hashes } = newRecoveryCodes();
  await inTransaction(db, async (tx) => {
    // A concurrent login holds the account's lock: once it commits, its session is visible here and ended.
    const user = await lockUser(tx, caller.userId);
    if (user && !user.email_verified_at) throw new Refusal('two_factor.email_unverified');
    // Another set-up may have replaced the secret; the app that showed this code does not have the new one.
    if (!user || !(await confirmSecret(tx, user.id, known.secret, limit.now()))) {
      throw new Refusal('two_factor.not_set_up');
    }
    await replaceRecoveryCodes(tx, user.id, hashes);
    await endSessionsOf(tx, user.id, caller.sessionId);
    await announceTwoFactor(tx, user, true, noticeOf(change));
  });
  return codes;
}

/**
 * Replaces the recovery codes with new ones.
 * @throws Refusal `auth.password_wrong`, `auth.locked`, `two_factor.not_set_up`.
 */
export async function renewRecoveryCodes(change: TwoFactorChange, password: string): Promise<string[]> {
  const user = await confirmed(change, password);
  const { codes, hashes } = newRecoveryCodes();
  await inTransaction(change.db, async (tx) => {
    // Otherwise the codes of two requests at once would all be valid, or be left behind by a disabled factor.
    await lockUser(tx, user.id);
    if (!(await findTwoFactor(tx, user.id))?.confirmed_at) throw new Refusal('two_factor.not_set_up');
    await replaceRecoveryCodes(tx, user.id, hashes);
    await recordOwnChange(tx, { ...change, at: change.limit.now() }, { action: 'user.recovery_codes' });
  });
  return codes;
}

/**
 * Disables two-factor sign-in; no effect if it is disabled already.
 * @throws Refusal `auth.password_wrong`, `auth.locked`.
 */
export async function endTwoFactor(change: TwoFactorChange, password: string): Promise<void> {
  const user = await confirmed(change, password);
  await inTransaction(change.db, async (tx) => {
    await lockUser(tx, user.id);
    const wasOn = Boolean((await findTwoFactor(tx, user.id))?.confirmed_at);
    await deleteTwoFactor(tx, user.id);
    if (wasOn) await announceTwoFactor(tx, user, false, noticeOf(change));
  });
}
