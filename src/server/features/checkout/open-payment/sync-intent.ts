import {
  type Intent,
  type OnlineProvider,
  ProviderRefused,
  ProviderUnavailable,
} from '#server/features/payments/index.ts';
import { isUniqueViolation } from '#server/platform/database/is-unique-violation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CheckoutServices } from '../checkout-services.ts';
import { attachIntent, type CheckoutRow, findCheckout } from '../lifecycle/checkout.store.ts';
import { findFreeze } from '../lifecycle/checkout-freezes.store.ts';
import type { FrozenCart, FrozenTerms } from './freeze-cart.ts';
import { abandonCheckout, isProviderOf, settleEarlierIntent } from './settle-earlier-intent.ts';

/** An intent with the terms of the checkout. */
export interface SyncedIntent extends FrozenCart {
  readonly intent: Intent;
}

/** If windows of one shopper keep changing the same cart, they are asked to wait after this many attempts. */
const MAX_TURNS = 6;

function termsOf({ checkout, freeze }: FrozenCart) {
  return {
    amount: freeze.total_cents,
    currency: freeze.currency,
    checkoutKey: checkout.key,
    revision: freeze.revision,
    userId: checkout.user_id ?? 0,
  };
}

function isFor(intent: Intent, { checkout, freeze }: FrozenCart): boolean {
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
 * @param frozen as just committed.
 * @param known the intent as last read from the provider, if any.
 * @returns undefined when the intent was cancelled meanwhile, or belongs to another provider: read the open checkout
 * again.
 * @throws Refusal `checkout.expired`, `payment.in_progress`, `payment.already_completed`.
 */
export async function syncIntent(
  services: CheckoutServices,
  provider: OnlineProvider,
  frozen: FrozenCart,
  known: Intent | undefined,
): Promise<SyncedIntent | undefined> {
  let intent = known;
  let current = frozen;
  for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
    const { checkout, freeze } = current;
    if (checkout.status !== 'open') throw new Refusal('checkout.expired');
    // Another window has started to pay with another provider: cancel its intent before opening this one.
    if (checkout.intent_id !== null && !isProviderOf(provider, checkout)) return undefined;
    if (intent && isFor(intent, current)) return { intent, checkout, freeze };
    let attached: CheckoutRow | undefined;
    try {
      if (checkout.intent_id === null) {
        const created = await createIntent(services, provider, current);
        intent = created.intent;
        attached = created.attached;
      } else {
        const key = `${checkout.key}:${freeze.revision}:by-${frozen.freeze.revision}`;
        intent = await provider.updateIntent(checkout.intent_id, termsOf(current), key);
      }
    } catch (error) {
      // The same request, from a double click, is still in progress. The next attempt gets its result.
      const isBusy = error instanceof ProviderUnavailable && error.kind === 'busy';
      if (!isBusy) {
        if (!(error instanceof ProviderRefused) || checkout.intent_id === null) throw error;
        // Paid, processing or cancelled in the meantime. An intent that cannot be changed in any other state is replaced.
        const after = await provider.cancelIntent(checkout.intent_id);
        intent = await settleEarlierIntent(services, provider, checkout.id, after);
        if (!intent) return undefined;
      }
    }
    current = await readNewest(services, current, attached);
  }
  throw new Refusal('payment.in_progress');
}

/** @param attached the checkout, if it was just read. @throws Refusal `checkout.expired`. */
async function readNewest(
  { db }: Pick<CheckoutServices, 'db'>,
  { checkout: { id }, freeze: known }: FrozenCart,
  attached: CheckoutRow | undefined,
): Promise<FrozenCart> {
  const checkout = attached ?? (await findCheckout(db, id));
  if (checkout?.status !== 'open') throw new Refusal('checkout.expired');
  const { revision } = checkout;
  const freeze: FrozenTerms | undefined = revision === known.revision ? known : await findFreeze(db, id, revision);
  if (!freeze) throw new Error(`Freeze ${revision} of checkout ${id} is gone`);
  return { checkout, freeze };
}

/** @returns also the checkout, unless another intent was attached to it. */
async function createIntent(
  services: CheckoutServices,
  provider: OnlineProvider,
  frozen: FrozenCart,
): Promise<{ readonly intent: Intent; readonly attached: CheckoutRow | undefined }> {
  const { checkout } = frozen;
  const terms = termsOf(frozen);
  let created: Intent;
  try {
    created = await provider.createIntent(terms, `${checkout.key}:${terms.revision}`);
  } catch (error) {
    // The provider repeats this failure for our key: the next attempt needs a checkout with another key.
    if (error instanceof ProviderUnavailable && error.kind === 'failed') await abandonCheckout(services, checkout.id);
    throw error;
  }
  // Otherwise a provider with a bug could let one customer pay for another.
  if (created.checkoutKey !== checkout.key) throw new ProviderRefused(`${created.id} belongs to another checkout`);
  const ours = { provider: provider.name, intentId: created.id };
  const attached = await attachIntent(services.db, checkout.id, ours, services.now()).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new ProviderRefused(`${created.id} is the id of another payment`);
  });
  if (attached) return { intent: created, attached };
  const current = await findCheckout(services.db, checkout.id);
  // Another window was faster with its own intent, so ours is not needed. Even if not cancelled it is harmless, because
  // nobody has its secret.
  if (current?.intent_id !== created.id) {
    await provider.cancelIntent(created.id).catch((error: unknown) => {
      services.log.warn({ intentId: created.id, err: error }, 'Could not cancel an unused payment intent');
    });
  }
  return { intent: created, attached };
}
