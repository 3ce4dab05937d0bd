import { sql } from 'kysely';
import { likePattern, pageOf } from '#plugin';
import type { DemandRow } from '../contract.ts';
import { ALERT, type AlertKind, type Services } from '../tables.ts';
import { CURRENT_STOCK } from './offers.store.ts';

interface DemandQuery {
  readonly page: number;
  readonly per_page: number;
  readonly search?: string | undefined;
  readonly kind?: AlertKind | undefined;
}

const selectDemand = ({ db }: Services, { search, kind }: DemandQuery) =>
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

/** How many wait for each product or variant, most wanted first. */
export async function listDemand(services: Services, query: DemandQuery) {
  const demand = selectDemand(services, query);
  const [{ total }, rows] = await Promise.all([
    demand
      .select(sql<string>`count(DISTINCT (alert.kind, alert.product_id, alert.variant_id))`.as('total'))
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
        fn.countAll<string>().as('waiting'),
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
  const products = await services.products.byIds([...new Set(rows.map(({ product_id }) => product_id))]);
  const imageOf = new Map(products.map(({ id, image }) => [id, image]));
  const views = rows.map(
    (row): DemandRow => ({
      kind: row.kind,
      product: {
        id: row.product_id,
        name: row.name,
        slug: row.slug,
        sku: row.sku,
        image: imageOf.get(row.product_id) ?? null,
      },
      variant: row.variant_id === null ? null : { id: row.variant_id, name: row.variant ?? '' },
      stock: row.stock,
      waiting: Number(row.waiting),
      since: row.since.toISOString(),
    }),
  );
  return pageOf(query, Number(total), views);
}
