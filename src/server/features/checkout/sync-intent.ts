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
  /** What the intent asks the money for. */
  readonly freeze: FreezeRow;
}

/** Windows of one shopper that keep changing the same cart are told to wait before this many turns. */
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
 * Makes the provider's intent ask for the newest freeze of a checkout. Whoever finds, after its own call, that another
 * window has frozen again meanwhile brings that one: so the last word at the provider is always the newest.
 * @param known the intent as the provider last told it, if it did.
 * @returns undefined when the intent was cancelled meanwhile, or belongs to another provider: read the open checkout again.
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
    // Another window has begun to pay with another provider: its intent is cancelled before this one is opened.
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
      // A second click: the first is asking the very same. Its answer is here in a moment.
      if (error instanceof ProviderUnavailable && error.kind === 'busy') continue;
      if (!(error instanceof ProviderRefused) || checkout.intent_id === null) throw error;
      // Paid, being paid or called off meanwhile. One that is none of these but cannot be changed makes room.
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
    // The provider repeats this failure for our key: the next attempt needs a checkout with another one.
    if (error instanceof ProviderUnavailable && error.kind === 'failed') await abandonCheckout(services, checkout.id);
    throw error;
  }
  const attached = { provider: provider.name, intentId: created.id };
  if (await attachIntent(services.db, checkout.id, attached, services.now())) return created;
  const current = await findCheckout(services.db, checkout.id);
  // Another window was faster with its own: ours is not needed. Left alone it would do no harm either, as nobody has
  // its secret.
  if (current?.intent_id !== created.id) {
    await provider.cancelIntent(created.id).catch((error: unknown) => {
      services.log.warn({ intentId: created.id, err: error }, 'An intent that nobody needs could not be called off');
    });
  }
  return created;
}
