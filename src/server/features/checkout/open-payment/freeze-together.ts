import { HOLD_MS } from '#domain/checkout/hold-limits.ts';
import { holdingWrites, unitsByStock } from '#server/features/catalogue/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { executeAndCommit } from '#server/platform/database/execute-together.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type CheckoutServices, isChargedAlike, readCheckoutRules } from '../checkout-services.ts';
import { insertCheckouts, listWithUnpaidCheckout } from '../lifecycle/checkout.store.ts';
import { freezeWrites } from '../lifecycle/checkout-freezes.store.ts';
import {
  type AdmittedOrder,
  type SharedDraft,
  type SharedPlacement,
  shareTransaction,
} from '../order-transactions/share-transaction.ts';
import type { CheckoutInput } from '../pricing/draft-checkout.ts';
import { composeFreeze, type FrozenCart } from './freeze-cart.ts';

/** A payment that is to be opened. */
export type UnpaidCart = Omit<CheckoutInput, 'at'>;

const sharing: SharedPlacement<UnpaidCart, UnpaidCart, FrozenCart> = {
  admit: refuseChanged,
  listExceptions: listWithUnpaidCheckout,
  write: freezeInTransaction,
};

/**
 * Like `freezeCart`, for customers who hold nothing and have not held anything lately, in one transaction.
 * @param hasWaited the prices were read some time ago.
 * @returns a result for each; undefined: it has to be frozen alone.
 */
export function freezeTogether(
  services: CheckoutServices,
  carts: readonly UnpaidCart[],
  hasWaited: boolean,
): Promise<readonly Promise<FrozenCart | undefined>[]> {
  return shareTransaction(services, carts, hasWaited, sharing);
}

async function refuseChanged(
  services: CheckoutServices,
  carts: readonly UnpaidCart[],
  hasWaited: boolean,
): Promise<readonly AdmittedOrder<UnpaidCart>[]> {
  if (!hasWaited) return carts.map((order) => ({ order }));
  const rules = await readCheckoutRules(services);
  return carts.map((order) =>
    isChargedAlike(order.rules, rules) ? { order } : { refusal: new Refusal('cart.changed') },
  );
}

async function freezeInTransaction(
  tx: Transaction,
  drafts: readonly SharedDraft<UnpaidCart>[],
  at: Date,
): Promise<readonly FrozenCart[]> {
  const expiresAt = new Date(at.getTime() + HOLD_MS);
  const { checkouts, currency } = await insertCheckouts(
    tx,
    drafts.map(({ shared: { userId } }) => ({ userId, heldSince: at, expiresAt })),
    at,
  );
  // The carts are then frozen alone, and each is refused.
  if (drafts.some(({ shared }) => shared.rules.currency !== currency)) throw new Error('The currency has changed');
  const frozen = drafts.map((draft) => {
    const checkout = checkouts.find((each) => each.user_id === draft.shared.userId);
    if (!checkout) throw new Error('A customer has no checkout');
    return { checkout, draft, rows: composeFreeze(draft).rowsOf(checkout, at) };
  });
  const writes = freezeWrites(
    frozen.map(({ rows }) => rows.freeze),
    frozen.flatMap(({ rows }) => rows.lines),
  );
  const holds = frozen.map(({ checkout, draft }) => ({ checkoutId: checkout.id, units: unitsByStock(draft.lines) }));
  await executeAndCommit(tx, writes, holdingWrites(holds));
  return frozen.map(({ checkout, draft }) => ({ checkout, freeze: { ...draft.order, revision: checkout.revision } }));
}
