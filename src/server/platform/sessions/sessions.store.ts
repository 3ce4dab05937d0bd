import { sql } from 'kysely';
import { anyOf, type Database, type Handle } from '../database/database.ts';
import type { RequestFacts } from '../http/handler.ts';
import { hashToken, newToken } from '../security/sealing.ts';
import { rememberLoginAddress } from './known-login-addresses.store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends after 30 days in any case. */
export const ABSOLUTE_SESSION_DAYS = 30;
/** Whether a user has a confirmed second factor. */
export async function hasSecondFactor(db: Database, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('two_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A position of another cluster, as after a restore, may never be reached. */
const POSSIBLE_LSN = sql<
  string | null
>`CASE WHEN session.written_lsn <= pg_current_wal_insert_lsn() THEN session.written_lsn END`;

/** The sessions of these token hashes whose user is active, expired or not. */
export function readSessionRows(db: Database, hashes: readonly Buffer[], hasReplica: boolean) {
  return db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select([
      'session.id',
      'session.token_hash',
      'session.last_seen_at',
      'session.expires_at',
      'users.id as user_id',
      'users.is_admin',
      'users.name',
      'users.email',
      (hasReplica ? POSSIBLE_LSN : sql<null>`NULL`).as('written_lsn'),
    ])
    .where('session.token_hash', '=', anyOf(hashes, 'bytea'))
    .where('users.is_active', '=', true)
    .execute();
}

/** Writes when a session was last used. */
export async function setLastSeen(db: Database, sessionId: number, at: Date): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: at }).where('id', '=', sessionId).execute();
}

/** Creates a session and returns its token, which only the caller has. Its address becomes a known one. */
export async function openSession(tx: Handle, userId: number, from: RequestFacts, at: Date): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      user_agent: from.userAgent ?? null,
      address: from.address,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(at.getTime() + ABSOLUTE_SESSION_DAYS * DAY_MS),
    })
    .execute();
  await rememberLoginAddress(tx, userId, from.address, at);
  return token;
}

/** Ends one session. */
export async function endSession(tx: Handle, sessionId: number): Promise<void> {
  await tx.deleteFrom('session').where('id', '=', sessionId).execute();
}

/**
 * Ends all sessions of a user, or all but one (after a password change, the current one continues).
 * @returns how many.
 */
export async function endSessionsOf(tx: Handle, userId: number, except?: number): Promise<number> {
  let query = tx.deleteFrom('session').where('user_id', '=', userId);
  if (except !== undefined) query = query.where('id', '!=', except);
  return (await query.returning('id').execute()).length;
}

export interface OpenSession {
  readonly id: number;
  readonly user_agent: string | null;
  readonly address: string | null;
  readonly created_at: Date;
  readonly last_seen_at: Date;
}

/** More than anybody has open; bounds the list. */
const MOST_LISTED = 100;

/** The valid sessions of a user, most recently used first. */
export function listSessions(
  db: Database,
  userId: number,
  { at, idleMinutes }: { readonly at: Date; readonly idleMinutes: number },
): Promise<OpenSession[]> {
  return db
    .selectFrom('session')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', at)
    .where('last_seen_at', '>', new Date(at.getTime() - idleMinutes * 60_000))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

/** Ends a session if it belongs to this user. @returns whether it did. */
export async function endSessionOf(db: Handle, userId: number, sessionId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes how far the log of the primary has been written after a write of these sessions. */
export async function setWrittenLsn(db: Database, ids: readonly number[]): Promise<{ id: number }[]> {
  return db
    .updateTable('session')
    .set({ written_lsn: sql`pg_current_wal_insert_lsn()` })
    .where('id', '=', anyOf(ids, 'integer'))
    .returning('id')
    .execute();
}

/** The same for all sessions of these users. */
export async function setWrittenLsnOfUsers(db: Database, ids: readonly number[]): Promise<{ user_id: number }[]> {
  return db
    .updateTable('session')
    .set({ written_lsn: sql`pg_current_wal_insert_lsn()` })
    .where('user_id', '=', anyOf(ids, 'integer'))
    .returning('user_id')
    .execute();
}
