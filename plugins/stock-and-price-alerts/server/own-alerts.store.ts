import { ALERT, type Database } from '../tables.ts';
import { CURRENT_PRICE, mailedPrice } from './offers.store.ts';

const selectOwn = (db: Database, userId: number) =>
  db
    .selectFrom(`${ALERT} as alert`)
    .innerJoin('product', 'product.id', 'alert.product_id')
    .leftJoin('product_variant as variant', 'variant.id', 'alert.variant_id')
    .where('alert.user_id', '=', userId);

/** A page of a customer's active alerts, newest first. */
export async function readOwnAlerts(
  db: Database,
  userId: number,
  { minDropPercent, ...query }: { readonly page: number; readonly per_page: number; readonly minDropPercent: number },
) {
  const active = selectOwn(db, userId).where('alert.confirmed_at', 'is not', null).where('alert.ended_at', 'is', null);
  const [{ count }, rows] = await Promise.all([
    active.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    active
      .select([
        'alert.id',
        'alert.kind',
        'alert.created_at',
        'product.id as product_id',
        'product.name',
        'product.slug',
        'variant.id as variant_id',
        'variant.name as variant',
        CURRENT_PRICE.as('price'),
        mailedPrice(minDropPercent).$castTo<number | null>().as('at_most'),
      ])
      .orderBy('alert.created_at', 'desc')
      .orderBy('alert.id', 'desc')
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page)
      .execute(),
  ]);
  return { rows, total: count };
}

/** All alerts of a customer, oldest first. */
export const listAllOf = (db: Database, userId: number) =>
  selectOwn(db, userId)
    .select([
      'alert.kind',
      'product.name as product',
      'variant.name as variant',
      'alert.created_at',
      'alert.ended_at',
      'alert.last_mailed_at',
    ])
    .orderBy('alert.id')
    .execute();
