import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { type CheckoutRow, countHeldUnits, expireHold, lockCheckout } from '../lifecycle/checkout.store.ts';
import { findCustomer } from '../lifecycle/checkout-customers.store.ts';
import { releaseCheckout } from './release-checkout.ts';

/**
 * Ends a hold early, at an admin's request. Repeating it has no effect.
 * @throws Refusal `hold.not_found`; `payment.already_completed` when the customer paid first, `payment.in_progress`
 * while a payment is processing. @throws ProviderUnavailable; the expiry job then continues.
 */
export async function releaseHold(services: CheckoutServices, checkoutId: number, by: AuditContext): Promise<void> {
  const checkout = await markForRelease(services, checkoutId, by);
  if (!checkout) return;
  const outcome = await releaseCheckout(services, checkout);
  if (outcome.kind === 'order') {
    throw new Refusal('payment.already_completed', {
      message: `The customer has paid in the meantime. The order number is ${outcome.orderNumber}.`,
      data: { order_number: outcome.orderNumber },
    });
  }
  if (outcome.kind === 'processing') {
    throw new Refusal('payment.in_progress', {
      message: 'A payment for these items is being processed. They stay reserved until it is done.',
    });
  }
}

/** @returns undefined when nothing is held any more. */
function markForRelease(
  { db, now }: CheckoutServices,
  checkoutId: number,
  by: AuditContext,
): Promise<CheckoutRow | undefined> {
  return inTransaction(db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (!checkout) throw new Refusal('hold.not_found');
    if (checkout.status !== 'open') return undefined;
    const at = now();
    const customer = checkout.user_id === null ? undefined : await findCustomer(tx, checkout.user_id);
    await recordAudit(tx, {
      ...by,
      action: 'hold.release',
      entity: 'hold',
      entityId: String(checkout.id),
      before: { customer: customer?.name ?? null, pieces: await countHeldUnits(tx, checkout.id) },
      after: { pieces: 0 },
      at,
    });
    await expireHold(tx, checkout.id, at);
    return checkout;
  });
}
