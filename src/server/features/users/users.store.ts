import { type Insertable, type Selectable, sql } from 'kysely';
import type { Preferences } from '#contract/storefront/auth.ts';
import type { Handle, Transaction } from '#server/platform/database/database.ts';
import { isUniqueViolation } from '#server/platform/database/is-unique-violation.ts';
import type { Users } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';

export type UserRow = Selectable<Users>;

export function findUser(db: Handle, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(columnsOf('users')).where('id', '=', id).executeTakeFirst();
}

/** @param email in lower case, like all stored addresses. */
export function findUserByEmail(db: Handle, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(columnsOf('users')).where('email', '=', email).executeTakeFirst();
}

/** Undefined: the address already has an account. */
export function insertUser(tx: Handle, user: Insertable<Users>): Promise<UserRow | undefined> {
  return tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(columnsOf('users'))
    .executeTakeFirst();
}

/** The account, locked against changes until the transaction ends. */
export function lockUser(tx: Transaction, id: number): Promise<UserRow | undefined> {
  return tx.selectFrom('users').select(columnsOf('users')).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** The account, locked so that no order or checkout can be attached to it until the transaction ends. */
export function lockUserExclusively(tx: Transaction, id: number): Promise<UserRow | undefined> {
  return tx.selectFrom('users').select(columnsOf('users')).where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * The active admins who can log in, locked in a fixed order until the transaction ends. An admin who has not accepted
 * the invitation does not count.
 */
export async function lockActiveAdmins(tx: Transaction): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** @param email in lower case. */
export function lockUserByEmail(tx: Transaction, email: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .select(columnsOf('users'))
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Turns an account into that of an active admin. */
export function promoteToAdmin(
  tx: Transaction,
  id: number,
  account: Required<Pick<Insertable<Users>, 'name' | 'password_hash' | 'email_verified_at' | 'updated_at'>>,
): Promise<UserRow | undefined> {
  const { name, password_hash, email_verified_at, updated_at } = account;
  return tx
    .updateTable('users')
    .set({ name, password_hash, email_verified_at, updated_at, is_admin: true, is_active: true })
    .where('id', '=', id)
    .returning(columnsOf('users'))
    .executeTakeFirst();
}

/** What owners may change; undefined keeps the current value. */
export interface ProfileChanges {
  readonly name?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly date_of_birth?: string | null | undefined;
  readonly gender?: string | null | undefined;
  /** Given keys replace the stored ones. */
  readonly preferences?: Preferences | undefined;
}

/** Changes what owners may change; the email address has its own process. */
export function updateProfileRow(
  tx: Transaction,
  id: number,
  { name, phone, date_of_birth, gender, preferences }: ProfileChanges,
  at: Date,
): Promise<UserRow> {
  return tx
    .updateTable('users')
    .set({ name, phone, date_of_birth, gender, updated_at: at })
    .$if(preferences !== undefined, (query) =>
      query.set({ preferences: sql<string>`preferences || ${JSON.stringify(preferences)}::jsonb` }),
    )
    .where('id', '=', id)
    .returning(columnsOf('users'))
    .executeTakeFirstOrThrow();
}

/**
 * Sets a newly verified address.
 * @returns undefined when another account uses the address: the transaction has then failed.
 */
export async function setVerifiedEmail(
  tx: Transaction,
  id: number,
  email: string,
  at: Date,
): Promise<UserRow | undefined> {
  try {
    return await tx
      .updateTable('users')
      .set({ email, email_verified_at: at, updated_at: at })
      .where('id', '=', id)
      .returning(columnsOf('users'))
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Records a login if the account is still active and has the password that was checked. */
export function recordLogin(
  tx: Transaction,
  { id, passwordHash }: { readonly id: number; readonly passwordHash: string },
  at: Date,
): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set({ last_login_at: at })
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('is_active', '=', true)
    .returning(columnsOf('users'))
    .executeTakeFirst();
}

/**
 * Replaces the password of an active account.
 * @param from the hash that was checked; undefined: any.
 * @returns the account; undefined when it is no longer active or its password changed since.
 */
export function replacePasswordHash(
  tx: Transaction,
  id: number,
  { from, to }: { readonly from?: string; readonly to: string },
  at: Date,
): Promise<UserRow | undefined> {
  let query = tx
    .updateTable('users')
    .set({ password_hash: to, updated_at: at })
    .where('id', '=', id)
    .where('is_active', '=', true);
  if (from !== undefined) query = query.where('password_hash', '=', from);
  return query.returning(columnsOf('users')).executeTakeFirst();
}

/** Replaces the password of an account, active or not. */
export async function resetPasswordHash(tx: Transaction, id: number, hash: string, at: Date): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash, updated_at: at }).where('id', '=', id).execute();
}

/** Marks the account's address as verified; the first time counts. @returns the account. */
export function markEmailVerified(tx: Transaction, id: number, at: Date): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set({ email_verified_at: sql`coalesce(email_verified_at, ${at})` })
    .where('id', '=', id)
    .returning(columnsOf('users'))
    .executeTakeFirst();
}

/** @param avatar the name of the picture; null: none. */
export function setAvatar(
  tx: Transaction,
  userId: number,
  avatar: string | null,
  at: Date,
): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set({ avatar, updated_at: at })
    .where('id', '=', userId)
    .returning(columnsOf('users'))
    .executeTakeFirst();
}

export async function setPreferences(
  tx: Transaction,
  userId: number,
  preferences: Readonly<Record<string, unknown>>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ preferences: JSON.stringify(preferences), updated_at: at })
    .where('id', '=', userId)
    .execute();
}
