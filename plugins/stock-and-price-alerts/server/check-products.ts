import type { DeliveredShopEvent } from '#plugin';
import type { Services } from '../tables.ts';
import { insertChecks } from './product-checks.store.ts';

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
  const hasAlerts = await insertChecks(services.db, services.now(), productId);
  if (hasAlerts) await services.requestJob(SEND_ALERTS);
}

/** Also once a day for all products: settings and categories change without an event. */
export async function checkAllProducts(services: Services): Promise<void> {
  const hasAlerts = await insertChecks(services.db, services.now());
  if (hasAlerts) await services.requestJob(SEND_ALERTS);
}
