import { formatDecimal, pageOf } from '#plugin';
import type { OwnAlert } from '../contract.ts';
import { ALERT, type Services } from '../tables.ts';
import { CURRENT_PRICE } from './offers.store.ts';

const selectOwn = ({ db }: Services, userId: number) =>
  db
    .selectFrom(`${ALERT} as alert`)
    .innerJoin('product', 'product.id', 'alert.product_id')
    .leftJoin('product_variant as variant', 'variant.id', 'alert.variant_id')
    .where('alert.user_id', '=', userId);

/** A page of a customer's alerts, newest first. */
export async function listOwnAlerts(
  services: Services,
  userId: number,
  query: { readonly page: number; readonly per_page: number },
) {
  const active = selectOwn(services, userId)
    .where('alert.confirmed_at', 'is not', null)
    .where('alert.ended_at', 'is', null);
  const [{ count }, rows] = await Promise.all([
    active.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
    active
      .select([
        'alert.id',
        'alert.kind',
        'alert.price_cents',
        'alert.created_at',
        'product.id as product_id',
        'product.name',
        'product.slug',
        'variant.id as variant_id',
        'variant.name as variant',
        CURRENT_PRICE.as('price'),
      ])
      .orderBy('alert.created_at', 'desc')
      .orderBy('alert.id', 'desc')
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page)
      .execute(),
  ]);
  const products = await services.products.byIds([...new Set(rows.map(({ product_id }) => product_id))]);
  const imageOf = new Map(products.map(({ id, image }) => [id, image]));
  const views = rows.map(
    (row): OwnAlert => ({
      id: row.id,
      kind: row.kind,
      product: { id: row.product_id, name: row.name, slug: row.slug, image: imageOf.get(row.product_id) ?? null },
      variant: row.variant_id === null ? null : { id: row.variant_id, name: row.variant ?? '' },
      price: formatDecimal(row.price),
      below: row.price_cents === null ? null : formatDecimal(row.price_cents),
      created_at: row.created_at.toISOString(),
    }),
  );
  return pageOf(query, Number(count), views);
}

/** What is stored about a customer, for the file with their data. */
export async function exportPersonalData(services: Services, customerId: number) {
  const rows = await selectOwn(services, customerId)
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
  return {
    alerts: rows.map(({ created_at, ended_at, last_mailed_at, ...alert }) => ({
      ...alert,
      set_at: created_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
      last_mailed_at: last_mailed_at?.toISOString() ?? null,
    })),
  };
}
