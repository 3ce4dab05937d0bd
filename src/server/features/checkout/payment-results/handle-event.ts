import { setTimeout as sleep } from 'node:timers/promises';
import { canCheckoutBecome } from '#domain/checkout/checkout-status.ts';
import {
  insertProviderEventsIfSettled,
  isEventKnown,
  type OnlineProvider,
  type ProviderEvent,
  recordProviderRefund,
} from '#server/features/payments/index.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { findCheckoutOfIntent, isCheckoutLocked, isIntentSettled } from '../lifecycle/checkout.store.ts';
import { applyIntent } from './apply-intent.ts';

/**
 * Handles a provider's event. The event is only a trigger to read the provider's state, so duplicates and order do not
 * matter, and events of one payment that arrive together are applied together.
 * @throws ProviderUnavailable, after which the provider sends it again.
 */
export async function handleEvent(
  services: CheckoutServices,
  provider: OnlineProvider,
  event: ProviderEvent,
): Promise<void> {
  const { objectId } = event;
  if (objectId === undefined || event.about === 'other') return;
  if (event.about === 'intent') {
    const apply = (events: readonly ProviderEvent[]) => applyEvents(services, provider, objectId, events);
    await services.paymentEvents.run(`${provider.name} ${objectId}`, event, apply);
    return;
  }
  if (await isEventKnown(services.db, event.id)) return;
  await applyRefundedIntent(services, provider, objectId);
  await recordProviderRefund(services, provider, event);
}

/** How many times, and how long each time, an event waits for another transaction that is probably settling its payment. */
const MAX_WAITS = 5;
const WAIT_MS = 200;

/**
 * Waits while another node, or the shopper's confirmation, is applying the payment: then the provider need not be asked.
 * @param events about one intent.
 */
async function applyEvents(
  services: CheckoutServices,
  provider: OnlineProvider,
  intentId: string,
  events: readonly ProviderEvent[],
): Promise<void> {
  const { db, now } = services;
  const settledIntent = isIntentSettled(provider.name, intentId);
  for (let waits = 0; ; waits += 1) {
    const { isSettled, known } = await insertProviderEventsIfSettled(db, events, settledIntent, now());
    const unknown = events.filter(({ id }) => !known.includes(id));
    if (isSettled || unknown.length === 0) return;
    if (waits === MAX_WAITS || !(await isCheckoutLocked(db, provider.name, intentId))) {
      await applyIntent(services, provider, intentId, unknown);
      return;
    }
    await sleep(WAIT_MS);
  }
}

/**
 * A refund event may arrive before its payment. Apply the payment first: without it the refund cannot be recorded, and
 * an acknowledged event is not sent again.
 */
async function applyRefundedIntent(
  services: CheckoutServices,
  provider: OnlineProvider,
  refundId: string,
): Promise<void> {
  const refund = await provider.retrieveRefund(refundId);
  if (!refund) return;
  const checkout = await findCheckoutOfIntent(services.db, refund.intentId);
  if (checkout && canCheckoutBecome(checkout.status, 'completed')) {
    await applyIntent(services, provider, refund.intentId);
  }
}
