import type { UserRow } from '#server/features/users/index.ts';
import { type OwnChange, recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { deleteAvatar } from './avatar.store.ts';

/** Removes the avatar of an account. */
export async function removeAvatar(db: Database, by: OwnChange): Promise<UserRow> {
  const user = await inTransaction(db, async (tx) => {
    await recordOwnChange(tx, by, { action: 'user.avatar_removed' });
    return deleteAvatar(tx, by.caller.userId, by.at);
  });
  if (!user) throw new Refusal('auth.expired');
  return user;
}
