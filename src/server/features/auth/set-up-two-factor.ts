import { queueMail } from '#server/features/mail/index.ts';
import { lockUser, type UserRow } from '#server/features/users/index.ts';
import { recordAudit, recordOwnChange } from '#server/platform/audit.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/sealing.ts';
import { endSessionsOf } from '#server/platform/sessions.ts';
import { type MailFrame, twoFactorMail } from './auth-mails.ts';
import { confirmPassword, type SureUser } from './confirm-password.ts';
import type { GuessLimit } from './limit-guesses.ts';
import { limitCodes, newRecoveryCodes, newSecret, otpauthUrl, takeAppCode } from './second-step.ts';
import { confirmSecret, deleteTwoFactor, findTwoFactor, putSecret, replaceRecoveryCodes } from './two-factor.store.ts';

/** Who changes the second step of their own account, and what that takes. */
export interface TwoFactorChange {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly caller: Caller;
  readonly limit: GuessLimit;
  readonly request: RequestFacts;
  readonly frame: MailFrame;
}

const sure = ({ db, caller, limit, request }: TwoFactorChange, password: string): Promise<SureUser> =>
  confirmPassword(db, caller, password, limit, request);

/** Tells the owner by mail and, of an admin, writes it down. */
async function announce(
  tx: Transaction,
  { request, frame, limit }: TwoFactorChange,
  user: UserRow,
  isOn: boolean,
): Promise<void> {
  const at = limit.now();
  await queueMail(tx, twoFactorMail(frame, user, isOn), at);
  if (!user.is_admin) return;
  await recordAudit(tx, {
    actor: { userId: user.id, name: user.name },
    request,
    action: 'user.two_factor',
    entity: 'user',
    entityId: String(user.id),
    before: { two_factor: !isOn },
    after: { two_factor: isOn },
    at,
  });
}

/**
 * Makes a secret for the owner's app, on a verified address: else a stranger could keep the address's owner out. It counts from its first code on; a thief of the session cannot lock the owner
 * out with it, since it takes the password.
 * @throws Refusal `auth.password_wrong`, `auth.locked`, `two_factor.enabled`, `two_factor.email_unverified`.
 */
export async function beginTwoFactor(
  change: TwoFactorChange,
  password: string,
): Promise<{ readonly secret: string; readonly otpauth_url: string }> {
  const { db, sealer, limit, frame } = change;
  const user = await sure(change, password);
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
 * Switches two-factor sign-in on by the first code of the app, and ends the account's other sessions: they were opened
 * by the password alone.
 * @returns the recovery codes, which are kept nowhere.
 * @throws Refusal `two_factor.not_set_up`, `two_factor.email_unverified`, `auth.code_wrong`, `auth.locked`.
 */
export async function confirmTwoFactor(change: TwoFactorChange, code: string): Promise<string[]> {
  const { db, sealer, caller, limit } = change;
  const known = await findTwoFactor(db, caller.userId);
  if (!known || known.confirmed_at) throw new Refusal('two_factor.not_set_up');
  await limitCodes(db, caller.email, limit, () => takeAppCode(db, sealer, caller.userId, code, limit.now()));
  const { codes, hashes } = newRecoveryCodes();
  await inTransaction(db, async (tx) => {
    // A login under way has the account locked: its session is there to be ended once it lets go.
    const user = await lockUser(tx, caller.userId);
    if (user && !user.email_verified_at) throw new Refusal('two_factor.email_unverified');
    if (!user || !(await confirmSecret(tx, user.id, limit.now()))) throw new Refusal('two_factor.not_set_up');
    await replaceRecoveryCodes(tx, user.id, hashes);
    await endSessionsOf(tx, user.id, caller.sessionId);
    await announce(tx, change, user, true);
  });
  return codes;
}

/**
 * Makes new recovery codes in place of the old ones.
 * @throws Refusal `auth.password_wrong`, `auth.locked`, `two_factor.not_set_up`.
 */
export async function renewRecoveryCodes(change: TwoFactorChange, password: string): Promise<string[]> {
  const user = await sure(change, password);
  const { codes, hashes } = newRecoveryCodes();
  await inTransaction(change.db, async (tx) => {
    if (!(await findTwoFactor(tx, user.id))?.confirmed_at) throw new Refusal('two_factor.not_set_up');
    await replaceRecoveryCodes(tx, user.id, hashes);
    await recordOwnChange(tx, { ...change, at: change.limit.now() }, { action: 'user.recovery_codes' });
  });
  return codes;
}

/**
 * Switches two-factor sign-in off; off already, nothing happens.
 * @throws Refusal `auth.password_wrong`, `auth.locked`.
 */
export async function endTwoFactor(change: TwoFactorChange, password: string): Promise<void> {
  const user = await sure(change, password);
  await inTransaction(change.db, async (tx) => {
    const wasOn = Boolean((await findTwoFactor(tx, user.id))?.confirmed_at);
    await deleteTwoFactor(tx, user.id);
    if (wasOn) await announce(tx, change, user, false);
  });
}
