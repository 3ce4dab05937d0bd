import { sql } from 'kysely';
import type { Database, Handle } from '#server/platform/database/database.ts';

/** What failures are counted for: an account, combined with a network address or a purpose. */
export interface AttemptKey {
  /** The email address of the account, whether or not it exists. */
  readonly email: string;
  /** The client's network (`limitKey`), or the name of a count over all addresses. */
  readonly address: string;
}

/** When a count expires: 15 minutes after the last failure, or 15 minutes after the first one in a fixed window. */
export type CountWindow = 'after_last' | 'after_first';

/**
 * Counts an attempt before it is checked, so concurrent attempts cannot exceed the limit.
 * @param since a count whose last (or first) failure is older starts again.
 * @returns whether the attempt may be checked.
 */
export async function countAttempt(
  db: Database,
  { email, address }: AttemptKey,
  {
    limit,
    forgets,
    since,
    at,
  }: { readonly limit: number; readonly forgets: CountWindow; readonly since: Date; readonly at: Date },
): Promise<boolean> {
  const first = sql`COALESCE(f.counted_since, f.last_failed_at)`;
  const isOver = sql`${forgets === 'after_last' ? sql`f.last_failed_at` : first} <= ${since}`;
  const { rows } = await sql`
    INSERT INTO login_failure AS f (email, address, failures, pending, last_failed_at, counted_since)
    VALUES (${email}, ${address}, 1, 1, ${at}, ${at})
    ON CONFLICT (email, address) DO UPDATE
       SET failures = CASE WHEN ${isOver} THEN 1 ELSE f.failures + 1 END,
           pending = CASE WHEN ${isOver} THEN 1 ELSE f.pending + 1 END,
           counted_since = CASE WHEN ${isOver} THEN ${at} ELSE ${first} END,
           last_failed_at = ${at}
     WHERE f.failures < ${limit} OR ${isOver}
    RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** Current counts; undefined when there are none. */
export function findAttempts(
  db: Database,
  { email, address }: AttemptKey,
): Promise<
  | {
      readonly failures: number;
      readonly pending: number;
      readonly last_failed_at: Date;
      readonly counted_since: Date | null;
    }
  | undefined
> {
  return db
    .selectFrom('login_failure')
    .select(['failures', 'pending', 'last_failed_at', 'counted_since'])
    .where('email', '=', email)
    .where('address', '=', address)
    .executeTakeFirst();
}

/** The attempt failed: it stays counted. */
export async function recordFailedAttempt(db: Database, { email, address }: AttemptKey): Promise<void> {
  await sql`
    UPDATE login_failure SET pending = GREATEST(pending - 1, 0)
     WHERE email = ${email} AND address = ${address}`.execute(db);
}

/** The attempt succeeded: earlier failures are cleared, attempts still being checked are not. */
export async function recordSuccessfulAttempt(db: Database, { email, address }: AttemptKey): Promise<void> {
  await sql`
    UPDATE login_failure SET failures = GREATEST(pending - 1, 0), pending = GREATEST(pending - 1, 0)
     WHERE email = ${email} AND address = ${address}`.execute(db);
}

/** The attempt does not count: it could not be checked, or succeeded where only failures count. */
export async function revertAttempt(db: Database, { email, address }: AttemptKey): Promise<void> {
  await sql`
    UPDATE login_failure SET failures = GREATEST(failures - 1, 0), pending = GREATEST(pending - 1, 0)
     WHERE email = ${email} AND address = ${address}`.execute(db);
}

/** Ends every lockout of an account: for one address, for all addresses, and for codes. */
export async function clearAttempts(tx: Handle, email: string): Promise<void> {
  await tx.deleteFrom('login_failure').where('email', '=', email).execute();
}
