import { sql, type Updateable } from 'kysely';
import { CHECKOUT_STATUSES, type CheckoutStatus, canCheckoutBecome } from '#domain/checkout/checkout-status.ts';
import type { Currency } from '#domain/money/currency.ts';
import { sectionOf, storedValueOf } from '#server/features/settings/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { ConditionalWrites } from '#server/platform/database/execute-together.ts';
import { insertRecords } from '#server/platform/database/insert-records.ts';
import type { Checkout } from '#server/platform/database/schema.ts';

/** @throws Error for a transition that is not allowed: checkouts settled by a payment are final. */
export async function closeCheckoutAs(
  tx: Transaction,
  id: number,
  status: Exclude<CheckoutStatus, 'open'>,
  { at }: { readonly at: Date },
): Promise<void> {
  const closed = await closing(tx, id, { status, order_id: null, updated_at: at }).execute();
  if (closed.length !== 1) throw new Error(`Checkout ${id} cannot become ${status}`);
}

const closing = (
  tx: Transaction,
  id: number,
  values: { readonly status: Exclude<CheckoutStatus, 'open'> } & Pick<
    Updateable<Checkout>,
    'order_id' | 'updated_at' | 'provider'
  >,
) =>
  tx
    .updateTable('checkout')
    .set(values)
    .where('id', '=', id)
    .where(
      'status',
      'in',
      CHECKOUT_STATUSES.filter((from) => canCheckoutBecome(from, values.status)),
    )
    .returning('id');

/** SQLSTATE of a transaction that would close a checkout in a state that does not allow it. */
const CANNOT_CLOSE = 'SD003';

/** Closes a checkout together with other writes. */
export const closingWrites = (...[tx, id, values]: Parameters<typeof closing>): ConditionalWrites => ({
  writes: { closed_checkout: closing(tx, id, values) },
  conditions: [
    {
      isMet: sql`EXISTS (SELECT FROM closed_checkout)`,
      code: CANNOT_CLOSE,
      reason: `The checkout cannot become ${values.status}`,
    },
  ],
});

export interface ImmediateCheckout {
  readonly userId: number;
  readonly orderId: number;
  readonly provider: string;
}

/** SQLSTATE of a transaction whose prices are in another currency than the shop's. */
const CURRENCY_CHANGED = 'SD005';

/**
 * Inserts the checkouts of customers who have no open one, and who pay later: they are completed at once. Without a hold,
 * they only tell when the customer last bought. Like {@link insertCheckout}, the statement waits for a change of the
 * currency, and then sees it.
 * @param currencies of the prices.
 */
export const immediateCheckoutWrites = (
  checkouts: readonly ImmediateCheckout[],
  currencies: readonly Currency[],
  at: Date,
): ConditionalWrites => ({
  writes: {
    closed_checkout: insertRecords(
      'checkout',
      checkouts.map(({ userId, orderId, provider }) => ({
        user_id: userId,
        status: 'completed',
        order_id: orderId,
        provider,
        held_since: at,
        expires_at: at,
        created_at: at,
        updated_at: at,
      })),
    ),
  },
  conditions: [
    {
      isMet: sql`coalesce(${storedValueOf('site')} ->> 'currency', ${sectionOf('site', null).currency})
                 = ALL (${[...new Set(currencies)]}::text[])`,
      code: CURRENCY_CHANGED,
      reason: 'The currency of the shop has changed',
    },
  ],
});
