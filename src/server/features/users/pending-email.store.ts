import type { Handle, Transaction } from '#server/platform/database/database.ts';

/** The pending address of an account. */
export async function findPendingEmail(db: Handle, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_change')
    .select('new_email')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.new_email;
}

/**
 * Whether another account's owner recently had this address and can still reclaim it with a mailed link. Call it after
 * writing the address, so that a concurrently committed change is seen.
 */
export async function isReservedEmail(
  tx: Transaction,
  email: string,
  { userId, at }: { readonly userId: number; readonly at: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('email_change')
    .select('id')
    .where('old_email', '=', email)
    .where('undo_token_hash', 'is not', null)
    .where('expires_at', '>', at)
    .where('user_id', '!=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
