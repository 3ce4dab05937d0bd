import { type AccountOverview, OVERVIEW_ORDERS } from '#contract/storefront/account.ts';
import { paymentCurrency } from '#domain/money/currency.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { listOwnOrders } from '#server/features/orders/index.ts';
import type { Settings } from '#server/features/settings/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { sumOrders } from './overview.store.ts';

/** Figures over all orders of a customer, and the newest of them. */
export async function readOverview(
  { db, settings }: { readonly db: Database; readonly settings: Settings },
  userId: number,
): Promise<AccountOverview> {
  const { currency } = await settings.get('site');
  const figures = await sumOrders(db, userId, paymentCurrency(currency));
  const { orders } = await listOwnOrders(db, { userId }, { limit: OVERVIEW_ORDERS, offset: 0 });
  return {
    total_orders: figures.orders,
    total_spent: formatDecimal(figures.spent),
    in_transit: figures.inTransit,
    recent_orders: orders,
  };
}
