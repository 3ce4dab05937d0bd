import { createHash } from 'node:crypto';
import { HOLD_COOL_DOWN_MS, holdUntil, MAX_HOLD_MS, startOfHold } from '#domain/checkout/hold-limits.ts';
import { setHolds, unitsByStock } from '#server/features/catalogue/index.ts';
import { setCouponUse } from '#server/features/coupons/index.ts';
import { readSection } from '#server/features/settings/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type CheckoutRow, findLastUnpaidHold, insertCheckout, renewCheckout } from '../lifecycle/checkout.store.ts';
import { findFreeze, insertFreeze } from '../lifecycle/checkout-freezes.store.ts';
import {
  type CheckoutDraft,
  type CheckoutInput,
  checkCurrency,
  checkStock,
  draftCheckout,
  type FrozenOrder,
} from '../pricing/draft-checkout.ts';

const MINUTE_MS = 60_000;

/** Amounts, coupon, delivery and address of one revision. */
export type FrozenTerms = FrozenOrder & { readonly revision: number };

export interface FrozenCart {
  readonly checkout: CheckoutRow;
  /** Those of the checkout's revision. */
  readonly freeze: FrozenTerms;
}

/** @throws Refusal `checkout.hold_limit` when the account has used up its holding time. */
async function planHold(
  tx: Transaction,
  open: CheckoutRow | undefined,
  { userId, at }: Pick<CheckoutInput, 'userId' | 'at'>,
): Promise<{ heldSince: Date; expiresAt: Date }> {
  const previous = open ? undefined : await findLastUnpaidHold(tx, userId);
  const heldSince = open?.held_since ?? startOfHold(at, previous);
  const expiresAt = holdUntil(at, heldSince, open?.expires_at);
  if (expiresAt) return { heldSince, expiresAt };
  const endsAt = previous?.endedAt ?? open?.expires_at ?? at;
  const waitMs = Math.max(endsAt.getTime() + HOLD_COOL_DOWN_MS - at.getTime(), MINUTE_MS);
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  throw new Refusal('checkout.hold_limit', {
    message: `We have reserved these items for ${MAX_HOLD_MS / MINUTE_MS} minutes without a payment. You can try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

/** A cart as a revision of a checkout. */
export function composeFreeze({ order, lines }: Pick<CheckoutDraft, 'order' | 'lines'>) {
  const withJson = <T extends { readonly adjustments: unknown }>(row: T) => ({
    ...row,
    adjustments: JSON.stringify(row.adjustments),
  });
  const freeze = { ...withJson(order), shipping_address: JSON.stringify(order.shipping_address) };
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([freeze, lines.map(withJson)]))
    .digest();
  return {
    fingerprint,
    rowsOf({ id: checkout_id, revision }: Pick<CheckoutRow, 'id' | 'revision'>, at: Date) {
      return {
        freeze: { checkout_id, revision, fingerprint, created_at: at, ...order },
        lines: lines.map((line) => ({ checkout_id, revision, ...line })),
      };
    },
  };
}

/**
 * Freezes a customer's cart for a payment: stores lines, prices, address and totals, and holds its stock and coupon for
 * 15 minutes. An open checkout is reused, with a new revision if the cart differs; its hold is renewed at most twice.
 * @param lockTimeoutMs how long the transaction waits for a lock.
 * @throws Refusal `cart.empty`, `cart.changed`, `stock.insufficient`, `coupon.refused`, `request.invalid`,
 * `checkout.too_many_pieces`, `checkout.hold_limit`, `checkout.price_unavailable`.
 */
export async function freezeCart(tx: Transaction, wanted: CheckoutInput, lockTimeoutMs: number): Promise<FrozenCart> {
  const { userId, at } = wanted;
  const draft = await draftCheckout(tx, wanted, lockTimeoutMs);
  const { open } = draft;
  const composed = composeFreeze(draft);

  const { heldSince, expiresAt } = await planHold(tx, open, wanted);
  const newest = open && (await findFreeze(tx, open.id, open.revision));
  const { checkout, currency } = open
    ? { checkout: open, currency: undefined }
    : await insertCheckout(tx, { userId, heldSince, expiresAt }, at);
  const isSame = newest?.fingerprint.equals(composed.fingerprint) ?? false;
  const revision = open && !isSame ? open.revision + 1 : checkout.revision;
  if (!isSame) {
    const { freeze, lines } = composed.rowsOf({ id: checkout.id, revision }, at);
    await insertFreeze(tx, freeze, lines);
  }
  if (open) await renewCheckout(tx, open.id, { revision, expiresAt, at });
  checkCurrency(currency ?? (await readSection(tx, 'site')).currency, wanted.rules);
  checkStock(await setHolds(tx, checkout.id, unitsByStock(draft.lines)), draft.lines);
  await takeCoupon(tx, checkout, { couponId: draft.order.coupon_id, isNew: open === undefined });
  return { checkout: { ...checkout, revision, expires_at: expiresAt }, freeze: { ...draft.order, revision } };
}

/** A new checkout without a coupon has no use to give back. */
export async function takeCoupon(
  tx: Transaction,
  checkout: CheckoutRow,
  { couponId, isNew }: { readonly couponId: number | null; readonly isNew: boolean },
): Promise<void> {
  if (isNew && couponId === null) return;
  if (await setCouponUse(tx, checkout, couponId)) return;
  throw new Refusal('coupon.refused', { message: 'This coupon has been used up.' });
}
