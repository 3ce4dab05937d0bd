import { sql } from 'kysely';
import type { Database, Handle, Transaction } from '#server/platform/database/database.ts';

export interface Invitation {
  readonly email: string;
  readonly tokenHash: Buffer;
  readonly at: Date;
  /** When an unconfirmed address is deleted. */
  readonly expiresAt: Date;
  /** An address that got a mail after this time gets no other. */
  readonly notSince: Date;
}

/**
 * Records that an address gets a mail. Until it is confirmed, this token replaces the earlier one.
 * @returns whether it is already subscribed, and the hash of its token; undefined when it got a mail recently and nothing
 * was recorded.
 */
export async function recordInvitation(
  tx: Transaction,
  { email, tokenHash, at, expiresAt, notSince }: Invitation,
): Promise<{ readonly isConfirmed: boolean; readonly storedHash: Buffer } | undefined> {
  const row = await tx
    .insertInto('newsletter_subscription')
    .values({ email, token_hash: tokenHash, mailed_at: at, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({
          token_hash: sql<Buffer>`CASE WHEN newsletter_subscription.confirmed_at IS NULL THEN excluded.token_hash
                                       ELSE newsletter_subscription.token_hash END`,
          mailed_at: at,
          expires_at: sql<Date | null>`CASE WHEN newsletter_subscription.confirmed_at IS NULL THEN excluded.expires_at END`,
        })
        .where('newsletter_subscription.mailed_at', '<=', notSince),
    )
    .returning(['confirmed_at', 'token_hash'])
    .executeTakeFirst();
  return row && { isConfirmed: row.confirmed_at !== null, storedHash: row.token_hash };
}

/** @returns whether there is such a subscription, confirmed now or earlier. */
export async function recordConfirmation(db: Database, tokenHash: Buffer, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('newsletter_subscription')
    .set({ confirmed_at: sql<Date>`coalesce(confirmed_at, ${at})`, expires_at: null })
    .where('token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether there was such a subscription. */
export async function deleteSubscription(db: Database, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('newsletter_subscription')
    .where('token_hash', '=', tokenHash)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function isSubscribed(db: Handle, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_subscription')
    .select('id')
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an address waits for confirmation by mail. */
export async function isInvited(db: Handle, email: string, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_subscription')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Subscribes a verified address. @param tokenHash of the unsubscribe link. */
export async function subscribeOwner(tx: Transaction, email: string, tokenHash: Buffer, at: Date): Promise<void> {
  await tx
    .insertInto('newsletter_subscription')
    .values({ email, token_hash: tokenHash, mailed_at: at, confirmed_at: at })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ confirmed_at: at, expires_at: null }))
    .execute();
}

export async function endSubscription(tx: Transaction, email: string): Promise<void> {
  await tx.deleteFrom('newsletter_subscription').where('email', '=', email).execute();
}
