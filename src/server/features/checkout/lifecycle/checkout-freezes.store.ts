import type { Selectable } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { keepingStockWrites, unitsByStock } from '#server/features/catalogue/index.ts';
import type { Handle, Transaction } from '#server/platform/database/database.ts';
import { type ConditionalWrites, executeTogether, failUnless } from '#server/platform/database/execute-together.ts';
import { insertRecords, type NewRow } from '#server/platform/database/insert-records.ts';
import type { CheckoutFreeze, CheckoutLine } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';
import type { CustomerRow } from './checkout-customers.store.ts';

export type FreezeRow = Selectable<CheckoutFreeze>;
export type CheckoutLineRow = Selectable<CheckoutLine>;

/** The writes of some revisions. Their text is the same for any number of them. */
export const freezeWrites = (
  freezes: readonly NewRow<'checkout_freeze'>[],
  lines: readonly NewRow<'checkout_line'>[],
): ConditionalWrites => {
  const units = unitsByStock(lines.map(({ stock_id = null, quantity }) => ({ stock_id, quantity })));
  const kept = keepingStockWrites(units);
  return {
    writes: {
      ...kept.writes,
      freeze: insertRecords('checkout_freeze', freezes),
      frozen_line: insertRecords('checkout_line', lines),
    },
    conditions: kept.conditions,
  };
};

export async function insertFreeze(
  tx: Transaction,
  freeze: NewRow<'checkout_freeze'>,
  lines: readonly NewRow<'checkout_line'>[],
): Promise<void> {
  const { writes, conditions } = freezeWrites([freeze], lines);
  await executeTogether(tx, writes, failUnless(conditions));
}

export function findFreeze(db: Handle, checkoutId: number, revision: number): Promise<FreezeRow | undefined> {
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
  /** What the checkout holds. */
  readonly holds: readonly { readonly stock_id: number; readonly quantity: number }[];
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
      jsonArrayFrom(
        eb
          .selectFrom('stock_hold')
          .select(['stock_hold.stock_id', 'stock_hold.quantity'])
          .whereRef('stock_hold.checkout_id', '=', 'checkout_freeze.checkout_id'),
      ).as('holds'),
    ])
    .where('checkout_id', '=', checkoutId)
    .where('revision', '=', revision)
    .executeTakeFirst();
}
