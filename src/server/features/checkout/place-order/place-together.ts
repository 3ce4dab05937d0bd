import { keepingStockWrites, sellingWrites, unitsByStock } from '#server/features/catalogue/index.ts';
import type { PlacedOrder } from '#server/features/orders/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { outcomeWrites } from '#server/platform/http/idempotency/outcomes.store.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { listWithOpenCheckout } from '../lifecycle/checkout.store.ts';
import { immediateCheckoutWrites } from '../lifecycle/close-checkout.store.ts';
import { placeSoldOrders } from '../lifecycle/complete-checkout.ts';
import {
  type AdmittedOrder,
  type SharedDraft,
  type SharedPlacement,
  shareTransaction,
} from '../order-transactions/share-transaction.ts';
import { applyTerms, type RequestedOrder, readOrderTerms } from './order-terms.ts';
import { type OfflineOrderResult, withoutHold } from './place-alone.ts';

const sharing: SharedPlacement<RequestedOrder, ReturnType<typeof withoutHold>, OfflineOrderResult> = {
  admit: admitAll,
  listExceptions: listWithOpenCheckout,
  write: placeInTransaction,
};

/**
 * Places orders that are paid later in one transaction.
 * @param hasWaited the prices were read some time ago.
 * @returns a result for each order; undefined: it has to be placed alone.
 */
export function placeTogether(
  services: CheckoutServices,
  orders: readonly RequestedOrder[],
  hasWaited: boolean,
): Promise<readonly Promise<OfflineOrderResult | undefined>[]> {
  return shareTransaction(services, orders, hasWaited, sharing);
}

async function admitAll(
  services: CheckoutServices,
  orders: readonly RequestedOrder[],
  hasWaited: boolean,
): Promise<readonly AdmittedOrder<ReturnType<typeof withoutHold>>[]> {
  const terms = await readOrderTerms(services);
  return orders.map((requested) => {
    try {
      return { order: withoutHold(applyTerms(requested, terms, hasWaited)) };
    } catch (refusal) {
      return { refusal };
    }
  });
}

function placeInTransaction(
  tx: Transaction,
  drafts: readonly SharedDraft<ReturnType<typeof withoutHold>>[],
  at: Date,
): Promise<readonly PlacedOrder[]> {
  const sold = drafts.map(({ shared: { provider, shop }, ...draft }) => ({ ...draft, provider, shop, isPaid: false }));
  const units = unitsByStock(drafts.flatMap(({ lines }) => lines));
  return placeSoldOrders(tx, sold, { at, sale: sellingWrites(units) }, (written) => {
    const all = written.flatMap((outcome, index) => {
      const order = drafts[index]?.shared;
      return order ? [{ ...order, outcome }] : [];
    });
    const checkouts = all.map(({ userId, outcome, provider }) => ({
      userId,
      orderId: outcome.id,
      provider: provider.name,
    }));
    const currencies = all.map(({ rules }) => rules.currency);
    return [keepingStockWrites(units), immediateCheckoutWrites(checkouts, currencies, at), outcomeWrites(all)];
  });
}
