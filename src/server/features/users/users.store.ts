import { type Insertable, type Selectable, sql } from 'kysely';
import type { Preferences } from '#contract/storefront/auth.ts';
import { columnsOf } from '#server/platform/database/columns.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Users } from '#server/platform/database/schema.ts';

export type UserRow = Selectable<Users>;

export function findUser(db: Database | Transaction, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(columnsOf('users')).where('id', '=', id).executeTakeFirst();
}

/** @param email in lower case, as every stored address is. */
export function findUserByEmail(db: Database | Transaction, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(columnsOf('users')).where('email', '=', email).executeTakeFirst();
}

/** Undefined: the address has an account already. */
export function insertUser(tx: Database | Transaction, user: Insertable<Users>): Promise<UserRow | undefined> {
  return tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(columnsOf('users'))
    .executeTakeFirst();
}

/** The account, which nobody else changes until the transaction ends. */
export function lockUser(tx: Transaction, id: number): Promise<UserRow | undefined> {
  return tx.selectFrom('users').select(columnsOf('users')).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** The account, to which nothing new can be tied either (an order, a checkout) until the transaction ends. */
export function lockUserAlone(tx: Transaction, id: number): Promise<UserRow | undefined> {
  return tx.selectFrom('users').select(columnsOf('users')).where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * The active admins who can log in, always locked in the same order; none of them changes until the transaction ends.
 * One who has not accepted the invitation yet keeps no shop going.
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

/** What an account's owner may change; what is undefined stays. */
export interface ProfileChanges {
  readonly name?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly date_of_birth?: string | null | undefined;
  readonly gender?: string | null | undefined;
  /** Parts that are given replace the stored ones. */
  readonly preferences?: Preferences | undefined;
}

/** Changes what an account's owner may change; the address has its own way. */
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

const UNIQUE_VIOLATION = '23505';

/**
 * Gives an account another address, which its owner has just proved.
 * @returns undefined when the address belongs to another account: the transaction has then failed.
 */
export async function setProvedEmail(
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
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}

/**
 * Notes a login, if the account is still the one whose password was checked: it may have been deactivated, or its
 * password changed, meanwhile.
 */
export function noteLogin(
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
 * @param from the hash that was checked; undefined: whatever it is.
 * @returns the account; undefined when it is no longer active, or its password is no longer the one checked.
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

/** Notes that the account's address is its owner's; the first time counts. @returns the account. */
export function noteVerifiedEmail(tx: Transaction, id: number, at: Date): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set({ email_verified_at: sql`coalesce(email_verified_at, ${at})` })
    .where('id', '=', id)
    .returning(columnsOf('users'))
    .executeTakeFirst();
}
