import { pageOf } from '#plugin';
import type { DemandRow } from '../contract.ts';
import type { Services } from '../tables.ts';
import { type DemandQuery, readDemand } from './demand.store.ts';

/** How many wait for each product or variant, most wanted first. */
export async function listDemand(services: Services, query: DemandQuery) {
  const { rows, total } = await readDemand(services.db, query);
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
      waiting: row.waiting,
      since: row.since.toISOString(),
    }),
  );
  return pageOf(query, total, views);
}
