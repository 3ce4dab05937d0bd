import { sql } from 'kysely';
import type { Database, Transaction } from './database/database.ts';
import type { OneTimeToken } from './database/schema.ts';
import { hashToken, newToken } from './sealing.ts';

export type TokenPurpose = OneTimeToken['purpose'];

const HOUR_MS = 60 * 60_000;

/** Links to reset or verify live for an hour. An invitation waits for somebody who does not expect it. */
const LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  reset_password: HOUR_MS,
  verify_email: HOUR_MS,
  delete_account: HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
};

/** Links of a purpose that an account gets in an hour: enough for a slow mailbox, too few to flood it. */
const MAX_PER_HOUR = 5;

/**
 * Makes a token for one use, by which a mail's link proves who follows it; older ones of the same purpose die.
 * @returns the token, which is kept nowhere; undefined when the account has had too many within the hour.
 */
export async function issueToken(
  tx: Transaction,
  userId: number,
  purpose: TokenPurpose,
  at: Date,
): Promise<string | undefined> {
  // Two at once would each leave the other's token alive.
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

/** Whether a token could be used now: asked before work that only a good token is worth. */
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

/** Uses a token up. @returns whose it was; undefined when it is unknown, expired, used or for something else. */
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

/** Ends the tokens of an account that have not been used. */
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
