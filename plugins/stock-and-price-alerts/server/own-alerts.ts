import { formatDecimal, pageOf } from '#plugin';
import type { OwnAlert } from '../contract.ts';
import type { Services } from '../tables.ts';
import { listAllOf, readOwnAlerts } from './own-alerts.store.ts';

/** A page of a customer's alerts, newest first. */
export async function listOwnAlerts(
  services: Services,
  userId: number,
  query: { readonly page: number; readonly per_page: number },
) {
  const { minDropPercent } = await services.settings();
  const { rows, total } = await readOwnAlerts(services.db, userId, { ...query, minDropPercent });
  const products = await services.products.byIds([...new Set(rows.map(({ product_id }) => product_id))]);
  const imageOf = new Map(products.map(({ id, image }) => [id, image]));
  const views = rows.map(
    (row): OwnAlert => ({
      id: row.id,
      kind: row.kind,
      product: { id: row.product_id, name: row.name, slug: row.slug, image: imageOf.get(row.product_id) ?? null },
      variant: row.variant_id === null ? null : { id: row.variant_id, name: row.variant ?? '' },
      price: formatDecimal(row.price),
      at_most: row.at_most === null ? null : formatDecimal(row.at_most),
      created_at: row.created_at.toISOString(),
    }),
  );
  return pageOf(query, total, views);
}

/** What is stored about a customer, for the file with their data. */
export async function exportPersonalData(services: Services, customerId: number) {
  const rows = await listAllOf(services.db, customerId);
  return {
    alerts: rows.map(({ created_at, ended_at, last_mailed_at, ...alert }) => ({
      ...alert,
      set_at: created_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
      last_mailed_at: last_mailed_at?.toISOString() ?? null,
    })),
  };
}
