import { type Insertable, sql } from 'kysely';
import { ALERT, type AlertKind, type Database, DELIVERY, type Tables, type Transaction } from '../tables.ts';
import { CURRENT_PRICE, CURRENT_STOCK, mailedPrice } from './offers.store.ts';

export interface Rules {
  /** Kinds that are switched on. */
  readonly kinds: readonly AlertKind[];
  readonly minDropPercent: number;
  /** An alert that was mailed after this time has to wait. */
  readonly notMailedSince: Date;
}

/** Alerts of a product whose condition holds now, whether or not they have to wait. */
const selectHolding = (db: Database | Transaction, productId: number, { kinds, minDropPercent }: Rules) =>
  db
    .selectFrom(`${ALERT} as alert`)
    .innerJoin('product', 'product.id', 'alert.product_id')
    .innerJoin('category', 'category.id', 'product.category_id')
    .leftJoin('product_variant as variant', 'variant.id', 'alert.variant_id')
    .leftJoin('users', 'users.id', 'alert.user_id')
    .where('alert.product_id', '=', productId)
    .where('alert.confirmed_at', 'is not', null)
    .where('alert.ended_at', 'is', null)
    .where('alert.kind', 'in', kinds)
    .where('product.is_active', '=', true)
    .where('category.is_active', '=', true)
    .where((eb) => eb.or([eb('alert.user_id', 'is', null), eb('users.is_active', '=', true)]))
    .where((eb) =>
      eb.or([
        eb.and([eb('alert.kind', '=', 'stock'), eb(CURRENT_STOCK, '>', 0)]),
        eb.and([
          eb('alert.kind', '=', 'price'),
          eb(CURRENT_PRICE, '<', eb.ref('alert.price_cents')),
          eb(CURRENT_PRICE, '<=', mailedPrice(minDropPercent)),
        ]),
      ]),
    );

/** Alerts to mail now, locked, with what their mails need. */
export function lockDueAlerts(tx: Transaction, productId: number, rules: Rules, limit: number) {
  return selectHolding(tx, productId, rules)
    .select([
      'alert.id',
      'alert.kind',
      'alert.round',
      'alert.user_id',
      'alert.email',
      'alert.price_cents',
      'users.name as customer',
      'users.email as customer_email',
      'product.name as product',
      'variant.id as variant_id',
      'variant.name as variant',
      CURRENT_PRICE.as('price'),
    ])
    .where((eb) =>
      eb.or([eb('alert.last_mailed_at', 'is', null), eb('alert.last_mailed_at', '<=', rules.notMailedSince)]),
    )
    .orderBy('alert.id')
    .limit(limit)
    .forUpdate('alert')
    .execute();
}

export type DueAlert = Awaited<ReturnType<typeof lockDueAlerts>>[number];

/** When the first of the alerts that have to wait was mailed; undefined when none has to. */
export async function firstPausedMail(db: Database, productId: number, rules: Rules): Promise<Date | undefined> {
  const { first } = await selectHolding(db, productId, rules)
    .select(({ fn }) => fn.min('alert.last_mailed_at').as('first'))
    .where('alert.last_mailed_at', '>', rules.notMailedSince)
    .executeTakeFirstOrThrow();
  return first ?? undefined;
}

/** Records mails with the hashes of their links. @returns the alerts that had none in this round */
export async function insertDeliveries(
  tx: Transaction,
  deliveries: readonly Insertable<Tables[typeof DELIVERY]>[],
): Promise<ReadonlySet<number>> {
  const inserted = await tx
    .insertInto(DELIVERY)
    .values(deliveries)
    .onConflict((conflict) => conflict.columns(['alert_id', 'round']).doNothing())
    .returning('alert_id')
    .execute();
  return new Set(inserted.map(({ alert_id }) => alert_id));
}

/** Stock alerts end with their mail; a price alert waits for a price below the mailed one. */
export async function recordMails(
  tx: Transaction,
  alerts: readonly Pick<DueAlert, 'id' | 'price'>[],
  at: Date,
): Promise<void> {
  await sql`
    UPDATE plugin_stock_and_price_alerts.alert AS alert
       SET last_mailed_at = ${at},
           ended_at = CASE kind WHEN 'stock' THEN ${at}::timestamptz ELSE ended_at END,
           price_cents = CASE kind WHEN 'price' THEN mailed.price ELSE price_cents END,
           round = CASE kind WHEN 'price' THEN round + 1 ELSE round END
      FROM unnest(${alerts.map(({ id }) => id)}::integer[], ${alerts.map(({ price }) => price)}::integer[])
           AS mailed (id, price)
     WHERE alert.id = mailed.id`.execute(tx);
}
