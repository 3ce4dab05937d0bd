import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

export interface Invitation {
  readonly email: string;
  readonly tokenHash: Buffer;
  readonly at: Date;
  /** An unconfirmed address is forgotten at this moment. */
  readonly expiresAt: Date;
  /** An address that got a mail after this moment gets no other. */
  readonly notSince: Date;
}

/**
 * Notes that an address is to get a mail with this token; the token of an earlier mail dies.
 * @returns whether it is subscribed already; undefined when it had its mail a short while ago, and nothing was noted.
 */
export async function noteInvitation(
  tx: Transaction,
  { email, tokenHash, at, expiresAt, notSince }: Invitation,
): Promise<{ readonly isConfirmed: boolean } | undefined> {
  const row = await tx
    .insertInto('newsletter_subscription')
    .values({ email, token_hash: tokenHash, mailed_at: at, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({
          token_hash: tokenHash,
          mailed_at: at,
          expires_at: sql<Date | null>`CASE WHEN newsletter_subscription.confirmed_at IS NULL THEN excluded.expires_at END`,
        })
        .where('newsletter_subscription.mailed_at', '<=', notSince),
    )
    .returning('confirmed_at')
    .executeTakeFirst();
  return row && { isConfirmed: row.confirmed_at !== null };
}

/** @returns whether there is such a subscription, confirmed now or before. */
export async function noteConfirmation(db: Database, tokenHash: Buffer, at: Date): Promise<boolean> {
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

export async function isSubscribed(db: Database | Transaction, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_subscription')
    .select('id')
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an address waits to be confirmed by the link of a mail. */
export async function isInvited(db: Database | Transaction, email: string, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_subscription')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Subscribes an address whose owner is known to be the one who asks. @param tokenHash of the link to unsubscribe. */
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
