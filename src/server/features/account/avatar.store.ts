import { setAvatar, type UserRow } from '#server/features/users/index.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** Replaces the avatar of an account. @returns the account with the avatar's name. */
export async function putAvatar(
  tx: Transaction,
  userId: number,
  { name, picture }: { readonly name: string; readonly picture: Buffer },
  at: Date,
): Promise<UserRow | undefined> {
  const row = { name, picture, created_at: at };
  await tx
    .insertInto('user_avatar')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return setAvatar(tx, userId, name, at);
}

/** @returns the account without the avatar. */
export async function deleteAvatar(tx: Transaction, userId: number, at: Date): Promise<UserRow | undefined> {
  await tx.deleteFrom('user_avatar').where('user_id', '=', userId).execute();
  return setAvatar(tx, userId, null, at);
}

export async function findPicture(db: Database, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('user_avatar').select('picture').where('name', '=', name).executeTakeFirst();
  return row?.picture;
}
