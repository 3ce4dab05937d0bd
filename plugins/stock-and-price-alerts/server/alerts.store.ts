import { type ExpressionBuilder, sql } from 'kysely';
import { ALERT, type Database, type Tables, type Transaction } from '../tables.ts';
import type { Subject } from './subject.ts';

type AlertBuilder = ExpressionBuilder<Tables, typeof ALERT>;

const isActive = (eb: AlertBuilder) => eb.and([eb('confirmed_at', 'is not', null), eb('ended_at', 'is', null)]);

/** Whose alert it is: a customer, or a guest's address. */
export type Owner = { readonly userId: number } | { readonly email: string };

const ownedBy = (owner: Owner) => (eb: AlertBuilder) =>
  'userId' in owner ? eb('user_id', '=', owner.userId) : eb('email', '=', owner.email);

const about =
  ({ kind, productId, variantId }: Subject) =>
  (eb: AlertBuilder) =>
    eb.and([
      eb('kind', '=', kind),
      eb('product_id', '=', productId),
      variantId === null ? eb('variant_id', 'is', null) : eb('variant_id', '=', variantId),
    ]);

/** Everything below that is done for one owner waits for each other. Call it first in a transaction. */
export async function lockOwner(tx: Transaction, owner: Owner): Promise<void> {
  const name = 'userId' in owner ? `user ${owner.userId}` : owner.email;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${ALERT} ${name}`}, 0))`.execute(tx);
}

/** The alert of this owner, locked. */
export function findAlert(tx: Transaction, owner: Owner, subject: Subject) {
  return tx
    .selectFrom(ALERT)
    .select((eb) => ['id', 'confirmed_at', 'confirm_mailed_at', isActive(eb).as('isActive')])
    .where(ownedBy(owner))
    .where(about(subject))
    .forUpdate()
    .executeTakeFirst();
}

export async function countActive(tx: Transaction, owner: Owner): Promise<number> {
  const { count } = await tx
    .selectFrom(ALERT)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(ownedBy(owner))
    .where(isActive)
    .executeTakeFirstOrThrow();
  return count;
}

/** Confirmation mails to this address, after `since`, whose links have not been opened. */
export async function countUnanswered(tx: Transaction, email: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom(ALERT)
    .select(({ fn }) => fn.sum<number | null>('unanswered_mails').as('count'))
    .where('email', '=', email)
    .where('confirm_mailed_at', '>', since)
    .executeTakeFirstOrThrow();
  return count ?? 0;
}

export interface NewAlert {
  /** Cents; null for a stock alert. */
  readonly priceCents: number | null;
  /** Null: it waits for its confirmation. */
  readonly confirmedAt: Date | null;
  readonly at: Date;
}

export async function insertAlert(
  tx: Transaction,
  owner: Owner,
  { kind, productId, variantId }: Subject,
  { priceCents, confirmedAt, at }: NewAlert,
): Promise<number> {
  const { id } = await tx
    .insertInto(ALERT)
    .values({
      kind,
      product_id: productId,
      variant_id: variantId,
      ...('userId' in owner ? { user_id: owner.userId } : { email: owner.email }),
      price_cents: priceCents,
      confirmed_at: confirmedAt,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets an alert that has ended or was never confirmed. The time of its last mail stays, for the pause after it. */
export async function setAgain(tx: Transaction, id: number, { priceCents, confirmedAt, at }: NewAlert): Promise<void> {
  await tx
    .updateTable(ALERT)
    .set((eb) => ({
      price_cents: priceCents,
      confirmed_at: confirmedAt,
      ended_at: null,
      created_at: at,
      round: eb('round', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/**
 * Records that a confirmation mail with this token is sent; that of an earlier mail is no longer valid.
 * @param since mails before count no longer
 */
export async function recordConfirmationMail(
  tx: Transaction,
  id: number,
  { tokenHash, at, since }: { readonly tokenHash: Buffer; readonly at: Date; readonly since: Date },
): Promise<void> {
  await tx
    .updateTable(ALERT)
    .set((eb) => ({
      confirm_token_hash: tokenHash,
      confirm_mailed_at: at,
      unanswered_mails: eb
        .case()
        .when('confirm_mailed_at', '>', since)
        .then(eb('unanswered_mails', '+', 1))
        .else(1)
        .end(),
    }))
    .where('id', '=', id)
    .execute();
}

/** Records that the link of a confirmation mail was opened. */
export async function recordAnswer(tx: Transaction, id: number): Promise<void> {
  await tx.updateTable(ALERT).set({ unanswered_mails: 0 }).where('id', '=', id).execute();
}

/** @returns whether there was such an alert */
export async function deleteAlert(tx: Database | Transaction, id: number, owner: Owner): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom(ALERT).where('id', '=', id).where(ownedBy(owner)).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteAlertAbout(tx: Transaction, owner: Owner, subject: Subject): Promise<void> {
  await tx.deleteFrom(ALERT).where(ownedBy(owner)).where(about(subject)).execute();
}

export async function deleteAlertsOf(db: Database | Transaction, owner: Owner): Promise<void> {
  await db.deleteFrom(ALERT).where(ownedBy(owner)).execute();
}

/** Deletes what was asked for at these addresses without an account. */
export async function deleteGuestAlerts(tx: Transaction, emails: readonly string[]): Promise<void> {
  await tx.deleteFrom(ALERT).where('email', 'in', emails).execute();
}

/** Deletes alerts whose confirmation was asked for at this time or before, and never came. */
export async function deleteUnconfirmed(db: Database, mailedUntil: Date): Promise<void> {
  await db.deleteFrom(ALERT).where('confirmed_at', 'is', null).where('confirm_mailed_at', '<=', mailedUntil).execute();
}

/** Deletes alerts that ended at this time or before. */
export async function deleteEnded(db: Database, until: Date): Promise<void> {
  await db.deleteFrom(ALERT).where('ended_at', '<=', until).execute();
}

export async function setConfirmed(tx: Transaction, id: number, at: Date): Promise<void> {
  await tx.updateTable(ALERT).set({ confirmed_at: at }).where('id', '=', id).execute();
}

/** Gives the alert of a guest to an account. */
export async function setOwner(tx: Transaction, id: number, userId: number): Promise<void> {
  await tx.updateTable(ALERT).set({ user_id: userId, email: null }).where('id', '=', id).execute();
}

/**
 * The active account with this address, locked against its deletion. `verified` is null until its owner has proved the
 * address.
 */
export const findAccount = (tx: Transaction, email: string) =>
  tx
    .selectFrom('users')
    .leftJoin('verified_email', (join) =>
      join.onRef('verified_email.user_id', '=', 'users.id').onRef('verified_email.email', '=', 'users.email'),
    )
    .select(['users.id', 'verified_email.email as verified'])
    .where('users.email', '=', email)
    .where('users.is_active', '=', true)
    .forShare('users')
    .executeTakeFirst();

/** Confirmed alerts of guests whose address an account has verified, also those that have ended. */
export const listClaimable = (db: Database) =>
  db
    .selectFrom(`${ALERT} as alert`)
    .innerJoin('verified_email', 'verified_email.email', 'alert.email')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'verified_email.user_id').onRef('users.email', '=', 'verified_email.email'),
    )
    .select([
      'verified_email.email',
      'users.id as userId',
      'alert.kind',
      'alert.product_id as productId',
      'alert.variant_id as variantId',
    ])
    .where('users.is_active', '=', true)
    .where('alert.confirmed_at', 'is not', null)
    .orderBy('alert.id')
    .execute();
