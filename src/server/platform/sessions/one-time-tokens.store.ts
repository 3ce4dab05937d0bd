import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import type { OneTimeToken } from '../database/schema.ts';
import { hashToken, newToken } from '../security/sealing.ts';

export type TokenPurpose = OneTimeToken['purpose'];

const HOUR_MS = 60 * 60_000;

/**
 * Reset and verification links are valid for an hour. Invitations last longer, because recipients do not expect them.
 */
const LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  reset_password: HOUR_MS,
  verify_email: HOUR_MS,
  delete_account: HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
};

/** Links of one purpose per account and hour: enough for a slow mailbox, too few to flood it. */
const MAX_PER_HOUR = 5;

/**
 * Creates a one-time token for a mailed link and invalidates older ones of the same purpose.
 * @returns the token, which is stored only as a hash; undefined when the account has had too many within the hour.
 */
export async function issueToken(
  tx: Transaction,
  userId: number,
  purpose: TokenPurpose,
  at: Date,
): Promise<string | undefined> {
  // Lock: two concurrent calls would leave each other's token valid.
  await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(tx);
  const { issued } = await tx
    .selectFrom('one_time_token')
    .select((eb) => eb.fn.countAll<number>().as('issued'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', new Date(at.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  if (issued >= MAX_PER_HOUR) return undefined;
  await revokeTokens(tx, userId, [purpose], at);
  const token = newToken();
  await tx
    .insertInto('one_time_token')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      purpose,
      created_at: at,
      expires_at: new Date(at.getTime() + LIFETIME_MS[purpose]),
    })
    .execute();
  return token;
}

/** Whether a token is valid; checked before expensive work. */
export async function isTokenLive(
  db: Database,
  token: string,
  purposes: readonly TokenPurpose[],
  at: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_token')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Consumes a token. @returns the account; undefined when the token is unknown, expired, used or for another purpose.
 */
export async function useToken(
  tx: Transaction,
  token: string,
  purposes: readonly TokenPurpose[],
  at: Date,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('one_time_token')
    .set({ used_at: at })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Deletes tokens, so that they do not count towards the limit of `issueToken` either. */
export async function deleteTokens(tx: Transaction, userId: number, purposes: readonly TokenPurpose[]): Promise<void> {
  await tx.deleteFrom('one_time_token').where('user_id', '=', userId).where('purpose', 'in', purposes).execute();
}

/** Invalidates the unused tokens of an account. */
export async function revokeTokens(
  tx: Transaction,
  userId: number,
  purposes: readonly TokenPurpose[],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('one_time_token')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute();
}
