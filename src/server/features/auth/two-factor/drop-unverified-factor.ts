import type { UserRow } from '#server/features/users/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { announceTwoFactor, type TwoFactorNotice } from './announce-two-factor.ts';
import { deleteUnverifiedTwoFactor } from './two-factor.store.ts';

/**
 * Called when an owner verifies an account's address by mail. Removes a second factor that was set up before the
 * verification, because it may be a stranger's; keeps one that the verified owner set up.
 */
export async function dropUnverifiedFactor(tx: Transaction, user: UserRow, notice: TwoFactorNotice): Promise<void> {
  if (await deleteUnverifiedTwoFactor(tx, user.id)) await announceTwoFactor(tx, user, false, notice);
}
