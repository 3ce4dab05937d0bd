import type { Currency } from '#domain/money/currency.ts';
import type { Intent, OnlineProvider } from '#server/features/payments/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type CheckoutServices, checkRulesUnchanged, chooseProvider, readCheckoutRules } from '../checkout-services.ts';
import { type CheckoutRow, findOpenCheckout } from '../lifecycle/checkout.store.ts';
import type { WaitingCustomer } from '../order-transactions/order-queue.ts';
import { retryWhileLocked } from '../order-transactions/retry-while-locked.ts';
import { checkShownCurrency, checkTotal } from '../pricing/check-total.ts';
import { type CheckoutInput, deliveryChoice } from '../pricing/draft-checkout.ts';
import { withPluginPrices } from '../pricing/plugin-prices.ts';
import { type FrozenCart, freezeCart } from './freeze-cart.ts';
import { freezeTogether, type UnpaidCart } from './freeze-together.ts';
import { cancelEarlierPayment, isProviderOf, settleEarlierIntent } from './settle-earlier-intent.ts';
import { type SyncedIntent, syncIntent } from './sync-intent.ts';

export interface PaymentInput
  extends Omit<CheckoutInput, 'options' | 'rules' | 'asked' | 'checkTotal' | 'isHeldUnpaid' | 'at'>,
    WaitingCustomer {
  /** The currency shown to the shopper; undefined: the shop's. */
  readonly currency: Lowercase<Currency> | undefined;
  /** By key, as the customer sent them. */
  readonly wantedOptions: Readonly<Record<string, string | null>>;
}

/** How often an intent cancelled meanwhile is replaced before the shopper is asked to wait. */
const MAX_ATTEMPTS = 3;

/**
 * Opens the payment of a cart: freezes it, holds its stock, and creates an intent for exactly its total. Repeating it
 * reuses the checkout and the intent.
 * @param name of the provider; undefined: the card provider.
 * @throws Refusal those of `freezeCart`, `payment.method_unavailable`, `payment.amount_unsupported`,
 * `payment.in_progress`, `payment.already_completed`, `checkout.price_unavailable`, those of `CheckoutChecks` and of
 * `OrderQueue.take`.
 * @throws ProviderUnavailable; it is safe to retry.
 */
export async function openPayment(
  services: CheckoutServices,
  name: string | undefined,
  wanted: PaymentInput,
): Promise<SyncedIntent & { readonly provider: OnlineProvider }> {
  const [provider, rules, options] = await Promise.all([
    chooseProvider(services, name),
    readCheckoutRules(services),
    services.checkoutChecks.choose(wanted.wantedOptions),
  ]);
  checkShownCurrency(wanted.currency, rules.currency);
  const choice = deliveryChoice(wanted);
  const checkLimits = (total: number) => checkTotal(total, provider, rules.currency);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const open: CheckoutRow | undefined = await findOpenCheckout(services.db, wanted.userId);
    const known = open && (await readEarlierIntent(services, provider, open));
    const frozen = await withPluginPrices(services, { userId: wanted.userId, rules, choice, options }, (asked) =>
      freezeInLine(services, { ...wanted, options, rules, asked, checkTotal: checkLimits, isHeldUnpaid: true }, open),
    );
    const synced = await syncIntent(services, provider, frozen, known);
    if (synced) return { ...synced, provider };
  }
  throw new Refusal('payment.in_progress');
}

/** @param open an open checkout is reused, which takes a transaction of its own. */
function freezeInLine(
  services: CheckoutServices,
  cart: UnpaidCart & WaitingCustomer,
  open: CheckoutRow | undefined,
): Promise<FrozenCart> {
  const freeze = (lockTimeoutMs: number) =>
    inTransaction(services.db, (tx) => freezeCart(tx, { ...cart, at: services.now() }, lockTimeoutMs));
  const alone = async (hasWaited: boolean, deadline: number) => {
    if (hasWaited) await checkRulesUnchanged(services, cart.rules);
    return retryWhileLocked(freeze, deadline);
  };
  if (open) return services.orderQueue.take(cart, alone);
  const together = (carts: readonly UnpaidCart[], hasWaited: boolean) => freezeTogether(services, carts, hasWaited);
  return services.orderQueue.takeTogether(cart, cart, { kind: 'payment', together, alone });
}

/**
 * The intent of an open checkout, unless it is over: a payment that is processing is never requested again. A payment
 * started with another provider is cancelled first.
 */
async function readEarlierIntent(
  services: CheckoutServices,
  provider: OnlineProvider,
  open: CheckoutRow,
): Promise<Intent | undefined> {
  if (!open.intent_id) return undefined;
  if (!isProviderOf(provider, open)) {
    await cancelEarlierPayment(services, open);
    return undefined;
  }
  const intent = await provider.retrieveIntent(open.intent_id);
  return settleEarlierIntent(services, provider, open.id, intent);
}
