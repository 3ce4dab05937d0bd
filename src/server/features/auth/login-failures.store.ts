import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** Who guesses at what: the address typed, known or not, and where the guess comes from. */
export interface Guess {
  readonly email: string;
  readonly address: string;
}

/**
 * Counts an attempt before it is checked, so that guesses made at the same time cannot exceed the limit.
 * @param since failures that ended before it are forgotten.
 * @returns whether it may be checked.
 */
export async function countAttempt(
  db: Database,
  { email, address }: Guess,
  { limit, since, at }: { readonly limit: number; readonly since: Date; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO login_failure AS f (email, address, failures, pending, last_failed_at)
    VALUES (${email}, ${address}, 1, 1, ${at})
    ON CONFLICT (email, address) DO UPDATE
       SET failures = CASE WHEN f.last_failed_at <= ${since} THEN 1 ELSE f.failures + 1 END,
           pending = CASE WHEN f.last_failed_at <= ${since} THEN 1 ELSE f.pending + 1 END,
           last_failed_at = ${at}
     WHERE f.failures < ${limit} OR f.last_failed_at <= ${since}
    RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** How far the attempts are; undefined when there are none. */
export function findAttempts(
  db: Database,
  { email, address }: Guess,
): Promise<{ readonly failures: number; readonly pending: number; readonly last_failed_at: Date } | undefined> {
  return db
    .selectFrom('login_failure')
    .select(['failures', 'pending', 'last_failed_at'])
    .where('email', '=', email)
    .where('address', '=', address)
    .executeTakeFirst();
}

/** A checked attempt was wrong: it stays counted. */
export async function noteWrongAttempt(db: Database, { email, address }: Guess): Promise<void> {
  await sql`
    UPDATE login_failure SET pending = GREATEST(pending - 1, 0)
     WHERE email = ${email} AND address = ${address}`.execute(db);
}

/** A checked attempt was right: what failed before it is forgotten, what is still being checked is not. */
export async function noteRightAttempt(db: Database, { email, address }: Guess): Promise<void> {
  await sql`
    UPDATE login_failure SET failures = GREATEST(pending - 1, 0), pending = GREATEST(pending - 1, 0)
     WHERE email = ${email} AND address = ${address}`.execute(db);
}

/** An attempt could not be checked: it does not count. */
export async function takeBackAttempt(db: Database, { email, address }: Guess): Promise<void> {
  await sql`
    UPDATE login_failure SET failures = GREATEST(failures - 1, 0), pending = GREATEST(pending - 1, 0)
     WHERE email = ${email} AND address = ${address}`.execute(db);
}

/** Releases the lockout of an account, wherever it was guessed at from. */
export async function forgetAttempts(tx: Database | Transaction, email: string): Promise<void> {
  await tx.deleteFrom('login_failure').where('email', '=', email).execute();
}
