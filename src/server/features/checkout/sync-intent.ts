import {
  type Intent,
  type OnlineProvider,
  ProviderRefused,
  ProviderUnavailable,
} from '#server/features/payments/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { attachIntent, type CheckoutRow, type FreezeRow, findCheckout, findFreeze } from './checkout.store.ts';
import type { CheckoutServices } from './checkout-services.ts';
import { abandonCheckout, isProviderOf, settleEarlierIntent } from './settle-earlier-intent.ts';

export interface SyncedIntent {
  readonly intent: Intent;
  readonly checkout: CheckoutRow;
  /** The terms of the intent. */
  readonly freeze: FreezeRow;
}

/** If windows of one shopper keep changing the same cart, they are asked to wait after this many attempts. */
const MAX_TURNS = 6;

function termsOf(checkout: CheckoutRow, freeze: FreezeRow) {
  return {
    amount: freeze.total_cents,
    currency: freeze.currency,
    checkoutKey: checkout.key,
    revision: freeze.revision,
    userId: checkout.user_id ?? 0,
  };
}

function isFor(intent: Intent, checkout: CheckoutRow, freeze: FreezeRow): boolean {
  return (
    intent.id === checkout.intent_id &&
    intent.revision === freeze.revision &&
    intent.amount === freeze.total_cents &&
    intent.currency === freeze.currency
  );
}

/**
 * Updates the provider's intent to the newest revision of a checkout. If another window has frozen a newer revision
 * meanwhile, that one is sent as well, so the provider always ends up with the newest.
 * @param known the intent as last read from the provider, if any.
 * @returns undefined when the intent was cancelled meanwhile, or belongs to another provider: read the open checkout
 * again.
 * @throws Refusal `checkout.expired`, `payment.in_progress`, `payment.already_completed`.
 */
export async function syncIntent(
  services: CheckoutServices,
  provider: OnlineProvider,
  frozen: CheckoutRow,
  known: Intent | undefined,
): Promise<SyncedIntent | undefined> {
  let intent = known;
  for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
    const checkout = await findCheckout(services.db, frozen.id);
    if (checkout?.status !== 'open') throw new Refusal('checkout.expired');
    // Another window has started to pay with another provider: cancel its intent before opening this one.
    if (checkout.intent_id !== null && !isProviderOf(provider, checkout)) return undefined;
    const freeze = await findFreeze(services.db, checkout.id, checkout.revision);
    if (!freeze) throw new Error(`Freeze ${checkout.revision} of checkout ${checkout.id} is gone`);
    if (intent && isFor(intent, checkout, freeze)) return { intent, checkout, freeze };
    const terms = termsOf(checkout, freeze);
    try {
      const key = `${checkout.key}:${freeze.revision}:by-${frozen.revision}`;
      intent =
        checkout.intent_id === null
          ? await createIntent(services, provider, checkout, terms)
          : await provider.updateIntent(checkout.intent_id, terms, key);
    } catch (error) {
      // A double click: the same request is already running and will be answered in a moment.
      if (error instanceof ProviderUnavailable && error.kind === 'busy') continue;
      if (!(error instanceof ProviderRefused) || checkout.intent_id === null) throw error;
      // Paid, processing or cancelled meanwhile. An intent in another state that cannot be changed is replaced.
      const after = await provider.cancelIntent(checkout.intent_id);
      intent = await settleEarlierIntent(services, provider, checkout.id, after);
      if (!intent) return undefined;
    }
  }
  throw new Refusal('payment.in_progress');
}

async function createIntent(
  services: CheckoutServices,
  provider: OnlineProvider,
  checkout: CheckoutRow,
  terms: ReturnType<typeof termsOf>,
): Promise<Intent> {
  let created: Intent;
  try {
    created = await provider.createIntent(terms, `${checkout.key}:${terms.revision}`);
  } catch (error) {
    // The provider repeats this failure for our key: the next attempt needs a checkout with another key.
    if (error instanceof ProviderUnavailable && error.kind === 'failed') await abandonCheckout(services, checkout.id);
    throw error;
  }
  const attached = { provider: provider.name, intentId: created.id };
  if (await attachIntent(services.db, checkout.id, attached, services.now())) return created;
  const current = await findCheckout(services.db, checkout.id);
  // Another window was faster with its own intent, so ours is not needed. Even if not cancelled it is harmless, because
  // nobody has its secret.
  if (current?.intent_id !== created.id) {
    await provider.cancelIntent(created.id).catch((error: unknown) => {
      services.log.warn({ intentId: created.id, err: error }, 'An intent that nobody needs could not be called off');
    });
  }
  return created;
}
