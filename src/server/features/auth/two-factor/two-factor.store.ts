import type { Selectable } from 'kysely';
import type { Handle, Transaction } from '#server/platform/database/database.ts';
import type { LoginChallenge, TwoFactor } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';

export function findTwoFactor(db: Handle, userId: number): Promise<Selectable<TwoFactor> | undefined> {
  return db.selectFrom('two_factor').select(columnsOf('two_factor')).where('user_id', '=', userId).executeTakeFirst();
}

/** Stores a secret to be confirmed, replacing an unconfirmed one. @returns false when a confirmed one exists. */
export async function putSecret(tx: Handle, userId: number, secret: Buffer, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto('two_factor')
    .values({ user_id: userId, secret, created_at: at })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: at, last_step: 0 })
        .where('two_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if this secret was confirmed or replaced in the meantime. */
export async function confirmSecret(tx: Transaction, userId: number, secret: Buffer, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('two_factor')
    .set({ confirmed_at: at })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the code of a time step, and all earlier steps, as used. @returns false when it was used before. */
export async function consumeTimeStep(db: Handle, userId: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether it was enabled. */
export async function deleteTwoFactor(tx: Transaction, userId: number): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await tx.deleteFrom('login_challenge').where('user_id', '=', userId).execute();
  const row = await tx.deleteFrom('two_factor').where('user_id', '=', userId).returning('user_id').executeTakeFirst();
  return row !== undefined;
}

/** Removes a factor that was set up before the account's address was verified. @returns whether there was one. */
export async function deleteUnverifiedTwoFactor(tx: Transaction, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('unverified_two_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && deleteTwoFactor(tx, userId);
}

/** Removes a factor that was set up after this time. @returns whether there was one. */
export async function deleteTwoFactorSince(tx: Transaction, userId: number, since: Date): Promise<boolean> {
  const known = await findTwoFactor(tx, userId);
  return known?.confirmed_at != null && known.confirmed_at > since && deleteTwoFactor(tx, userId);
}

export async function replaceRecoveryCodes(tx: Transaction, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Marks a recovery code as used. @returns whether it existed. */
export async function consumeRecoveryCode(db: Handle, userId: number, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Handle, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return left;
}

export async function insertChallenge(tx: Transaction, row: Selectable<LoginChallenge>): Promise<void> {
  await tx.insertInto('login_challenge').values(row).execute();
}

export function findChallenge(
  db: Handle,
  tokenHash: Buffer,
  at: Date,
): Promise<Selectable<LoginChallenge> | undefined> {
  return db
    .selectFrom('login_challenge')
    .select(columnsOf('login_challenge'))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .executeTakeFirst();
}

/** @returns false when a concurrent request used it first. */
export async function consumeChallenge(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const row = await tx
    .deleteFrom('login_challenge')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
