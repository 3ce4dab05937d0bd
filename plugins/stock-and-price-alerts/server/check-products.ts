import { sql } from 'kysely';
import type { DeliveredShopEvent } from '#plugin';
import { ALERT, type Database, PRODUCT_CHECK, type Services } from '../tables.ts';

/** Name of the job that mails due alerts. */
export const SEND_ALERTS = 'send-alerts';

/** Something about a product changed: its alerts are checked if it can have made one of them due. */
export async function checkChangedProduct(
  event: DeliveredShopEvent<'stock.changed' | 'product.changed'>,
  services: Services,
): Promise<void> {
  if (event.type === 'stock.changed') {
    const { productId, before, after } = event.payload;
    if (before <= 0 && after > 0) await requestCheck(services, productId);
  } else if (event.payload.change === 'updated') {
    await requestCheck(services, event.payload.productId);
  }
}

/** Has the job check a product's alerts; does nothing for a product without any. */
export async function requestCheck(services: Services, productId: number): Promise<void> {
  const hasAlerts = await noteCheck(services.db, services.now(), productId);
  if (hasAlerts) await services.requestJob(SEND_ALERTS);
}

/** Also once a day for all products: settings and categories change without an event. */
export async function checkAllProducts(services: Services): Promise<void> {
  const hasAlerts = await noteCheck(services.db, services.now());
  if (hasAlerts) await services.requestJob(SEND_ALERTS);
}

/** @returns whether there is something to check */
async function noteCheck(db: Database, at: Date, productId?: number): Promise<boolean> {
  const rows = await db
    .insertInto(PRODUCT_CHECK)
    .columns(['product_id', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom(ALERT)
        .select(['product_id', sql<Date>`${at}::timestamptz`.as('due_at')])
        .distinct()
        .where('confirmed_at', 'is not', null)
        .where('ended_at', 'is', null)
        .$if(productId !== undefined, (query) => query.where('product_id', '=', productId ?? 0))
        .orderBy('product_id'),
    )
    .onConflict((conflict) =>
      conflict
        .column('product_id')
        .doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at'), version: eb(`${PRODUCT_CHECK}.version`, '+', 1) })),
    )
    .returning('product_id')
    .execute();
  return rows.length > 0;
}
