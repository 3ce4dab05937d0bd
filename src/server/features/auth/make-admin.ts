import { insertUser, lockUserByEmail, promoteToAdmin, type UserRow } from '#server/features/users/index.ts';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { hashPassword } from '#server/platform/security/password-hashing.ts';
import { forgetLoginAddresses } from '#server/platform/sessions/known-login-addresses.store.ts';
import { revokeTokens } from '#server/platform/sessions/one-time-tokens.store.ts';
import { endSessionsOf } from '#server/platform/sessions/sessions.store.ts';
import { endAllChanges } from './email-change/email-change.store.ts';
import { clearAttempts } from './login-failures.store.ts';
import { deleteTwoFactor } from './two-factor/two-factor.store.ts';

export interface AdminDetails {
  readonly name: string;
  readonly email: string;
  /** Checked against the shop's password rules. */
  readonly password: string;
}

/**
 * Creates an active admin, for the operator of the server: a new account, or the existing one with this address, which
 * gets this name and password and has to log in again.
 * @returns the account, and whether it is new.
 */
export async function makeAdmin(
  db: Database,
  { name, email, password }: AdminDetails,
  at: Date,
): Promise<{ readonly user: UserRow; readonly isNew: boolean }> {
  const password_hash = await hashPassword(password);
  const account = { name, password_hash, is_admin: true, is_active: true, email_verified_at: at, updated_at: at };
  return inTransaction(db, async (tx) => {
    const created = await insertUser(tx, { ...account, email, created_at: at });
    const before = created ? undefined : await lockUserByEmail(tx, email);
    const user = created ?? (before && (await promoteToAdmin(tx, before.id, account)));
    if (!user) throw new Error('The account was deleted in the same moment');
    await endSessionsOf(tx, user.id);
    // The way back for an admin who lost phone and recovery codes.
    await deleteTwoFactor(tx, user.id);
    // Somebody else may have created the account: invalidate all links mailed to it before.
    await revokeTokens(tx, user.id, ['reset_password', 'verify_email', 'invitation', 'delete_account'], at);
    await endAllChanges(tx, user.id, at);
    await forgetLoginAddresses(tx, user.id);
    await clearAttempts(tx, email);
    await recordAudit(tx, {
      actor: { userId: user.id, name: 'create-admin' },
      request: { address: 'command line' },
      action: 'user.make_admin',
      entity: 'user',
      entityId: String(user.id),
      before: before ? { name: before.name, is_admin: before.is_admin, is_active: before.is_active } : null,
      after: { name, is_admin: true, is_active: true },
      at,
    });
    return { user, isNew: created !== undefined };
  });
}
