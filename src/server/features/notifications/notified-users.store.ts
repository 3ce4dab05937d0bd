import { type RawBuilder, sql } from 'kysely';
import type { Database, Handle } from '#server/platform/database/database.ts';

export interface NotifiedUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly preferences: Record<string, unknown>;
}

/** More admins than any shop has; bounds the number of mails. */
const MAX_ADMINS = 50;

/** Active admins who accepted their invitation; before that, the address may be anybody's. */
export function listActiveAdmins(db: Handle): Promise<NotifiedUser[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'preferences'])
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .limit(MAX_ADMINS)
    .execute();
}

/** The same as one JSON value, for a statement that reads something else. */
export const activeAdminsAsJson: RawBuilder<NotifiedUser[]> = sql`(
  SELECT COALESCE(json_agg(admin), '[]'::json)
    FROM (SELECT id, name, email, preferences FROM users
           WHERE is_admin AND is_active AND password_hash IS NOT NULL ORDER BY id LIMIT ${sql.lit(MAX_ADMINS)}) AS admin)`;

export async function findPreferences(db: Handle, userId: number): Promise<Record<string, unknown> | undefined> {
  const row = await db.selectFrom('users').select('preferences').where('id', '=', userId).executeTakeFirst();
  return row?.preferences;
}

/** Preferences of several accounts. */
export function listPreferences(
  db: Database,
  userIds: readonly number[],
): Promise<{ id: number; preferences: Record<string, unknown> }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'preferences'])
    .where(sql<boolean>`id = ANY (${userIds}::integer[])`)
    .execute();
}
