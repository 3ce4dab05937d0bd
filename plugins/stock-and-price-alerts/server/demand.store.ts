import { sql } from 'kysely';
import { likePattern } from '#plugin';
import { ALERT, type AlertKind, type Database } from '../tables.ts';
import { CURRENT_STOCK } from './offers.store.ts';

export interface DemandQuery {
  readonly page: number;
  readonly per_page: number;
  readonly search?: string | undefined;
  readonly kind?: AlertKind | undefined;
}

const selectDemand = (db: Database, { search, kind }: DemandQuery) =>
  db
    .selectFrom(`${ALERT} as alert`)
    .innerJoin('product', 'product.id', 'alert.product_id')
    .leftJoin('product_variant as variant', 'variant.id', 'alert.variant_id')
    .where('alert.confirmed_at', 'is not', null)
    .where('alert.ended_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('alert.kind', '=', kind ?? 'stock'))
    .$if(Boolean(search), (query) =>
      query.where((eb) =>
        eb.or(
          (['product.name', 'product.sku', 'variant.name'] as const).map((column) =>
            eb(column, 'ilike', likePattern(search ?? '')),
          ),
        ),
      ),
    );

/** How many customers wait for each product or variant, most wanted first. */
export async function readDemand(db: Database, query: DemandQuery) {
  const demand = selectDemand(db, query);
  const [{ total }, rows] = await Promise.all([
    demand
      .select(sql<number>`count(DISTINCT (alert.kind, alert.product_id, alert.variant_id))`.as('total'))
      .executeTakeFirstOrThrow(),
    demand
      .select(({ fn }) => [
        'alert.kind',
        'product.id as product_id',
        'product.name',
        'product.slug',
        'product.sku',
        'variant.id as variant_id',
        'variant.name as variant',
        CURRENT_STOCK.as('stock'),
        fn.countAll<number>().as('waiting'),
        fn.min('alert.created_at').as('since'),
      ])
      .groupBy(['alert.kind', 'product.id', 'variant.id'])
      .orderBy('waiting', 'desc')
      .orderBy('since')
      .orderBy('product.id')
      .orderBy('variant.id')
      .orderBy('alert.kind')
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page)
      .execute(),
  ]);
  return { rows, total };
}
