import { type Insertable, type Selectable, sql } from 'kysely';
import type { Handle, Transaction } from '#server/platform/database/database.ts';
import type { EmailChange } from '#server/platform/database/schema.ts';

const COLUMNS = ['id', 'user_id', 'old_email', 'new_email', 'requested_at', 'confirm_until', 'confirmed_at'] as const;
export type EmailChangeRow = Pick<Selectable<EmailChange>, (typeof COLUMNS)[number]>;

export async function insertEmailChange(tx: Transaction, row: Insertable<EmailChange>): Promise<void> {
  await tx.insertInto('email_change').values(row).execute();
}

/** The pending change. */
export function findPendingChange(tx: Transaction, userId: number) {
  return tx
    .selectFrom('email_change')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

export async function countChangesSince(tx: Transaction, userId: number, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('email_change')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('requested_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Counts the changes to an address over all accounts. Concurrent requests for the same address wait until this
 * transaction ends.
 */
export async function countChangesTo(tx: Transaction, newEmail: string, since: Date): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('email_change'), hashtext(${newEmail}))`.execute(tx);
  const { count } = await tx
    .selectFrom('email_change')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('new_email', '=', newEmail)
    .where('requested_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Ends the pending change, if any. */
export async function endPendingChange(tx: Transaction, userId: number, at: Date): Promise<void> {
  await tx
    .updateTable('email_change')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
}

/** @returns undefined when the token is unknown or expired, or its change is no longer pending. */
export function findChangeToConfirm(db: Handle, tokenHash: Buffer, at: Date) {
  return db
    .selectFrom('email_change')
    .select(COLUMNS)
    .where('confirm_token_hash', '=', tokenHash)
    .where('confirm_until', '>', at)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Records that a change was made, and until when which token can undo it; no token for an address that was never
 * verified.
 */
export async function recordConfirmedChange(
  tx: Transaction,
  id: number,
  {
    at,
    undoTokenHash,
    expiresAt,
  }: { readonly at: Date; readonly undoTokenHash: Buffer | null; readonly expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('email_change')
    .set({ confirmed_at: at, undo_token_hash: undoTokenHash, expires_at: expiresAt })
    .where('id', '=', id)
    .execute();
}

/** The change that a link mailed to the old address refers to. */
export function findChangeToUndo(db: Handle, tokenHash: Buffer, at: Date) {
  return db
    .selectFrom('email_change')
    .select(COLUMNS)
    .where((eb) => eb.or([eb('notice_token_hash', '=', tokenHash), eb('undo_token_hash', '=', tokenHash)]))
    .where('expires_at', '>', at)
    .executeTakeFirst();
}

/** Ends a change and all later ones, including the links in their mails. */
export async function endChangesFrom(
  tx: Transaction,
  { id, user_id }: Pick<EmailChangeRow, 'id' | 'user_id'>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('email_change')
    .set({ ended_at: at, notice_token_hash: null, undo_token_hash: null })
    .where('user_id', '=', user_id)
    .where('id', '>=', id)
    .execute();
}

/** Ends all pending and completed changes of an account, including the links in their mails. */
export function endAllChanges(tx: Transaction, userId: number, at: Date): Promise<void> {
  return endChangesFrom(tx, { id: 0, user_id: userId }, at);
}
