import type { Insertable, Selectable } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { CheckoutFreeze, CheckoutLine } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/table-columns.ts';
import type { CustomerRow } from './checkout-customers.store.ts';

export type FreezeRow = Selectable<CheckoutFreeze>;
export type CheckoutLineRow = Selectable<CheckoutLine>;

export async function insertFreeze(
  tx: Transaction,
  freeze: Insertable<CheckoutFreeze>,
  lines: readonly Insertable<CheckoutLine>[],
): Promise<void> {
  await tx
    .with('freeze', (db) => db.insertInto('checkout_freeze').values(freeze))
    .insertInto('checkout_line')
    .values(lines)
    .execute();
}

export function findFreeze(
  db: Database | Transaction,
  checkoutId: number,
  revision: number,
): Promise<FreezeRow | undefined> {
  return db
    .selectFrom('checkout_freeze')
    .select(columnsOf('checkout_freeze'))
    .where('checkout_id', '=', checkoutId)
    .where('revision', '=', revision)
    .executeTakeFirst();
}

/** A paid revision, with what its order needs. */
export interface PaidRevision extends FreezeRow {
  readonly lines: readonly CheckoutLineRow[];
  /** Null: the account was deleted. */
  readonly customer: CustomerRow | null;
  /** The coupon whose use the checkout holds. */
  readonly held_coupon_id: number | null;
}

/** @param checkoutId of a locked checkout. */
export function findPaidRevision(
  tx: Transaction,
  checkoutId: number,
  revision: number,
): Promise<PaidRevision | undefined> {
  return tx
    .selectFrom('checkout_freeze')
    .select(columnsOf('checkout_freeze'))
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('checkout_line')
          .select(columnsOf('checkout_line'))
          .whereRef('checkout_line.checkout_id', '=', 'checkout_freeze.checkout_id')
          .whereRef('checkout_line.revision', '=', 'checkout_freeze.revision')
          .orderBy('position'),
      ).as('lines'),
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .innerJoin('checkout', 'checkout.user_id', 'users.id')
          .select(['users.id', 'users.name', 'users.email'])
          .whereRef('checkout.id', '=', 'checkout_freeze.checkout_id'),
      ).as('customer'),
      eb
        .selectFrom('coupon_use')
        .select('coupon_use.coupon_id')
        .whereRef('coupon_use.checkout_id', '=', 'checkout_freeze.checkout_id')
        .as('held_coupon_id'),
    ])
    .where('checkout_id', '=', checkoutId)
    .where('revision', '=', revision)
    .executeTakeFirst();
}
