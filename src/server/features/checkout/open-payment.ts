import { type Currency, paymentCurrency } from '#domain/currency.ts';
import { formatMoney } from '#domain/money-format.ts';
import {
  type Intent,
  MAX_CARD_PAYMENT,
  MIN_CARD_PAYMENT,
  type PaymentProvider,
} from '#server/features/payments/index.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type BroughtIntent, bringIntent } from './bring-intent.ts';
import { type CheckoutRow, findOpenCheckout } from './checkout.store.ts';
import { type CheckoutServices, cardProviderOf, readCheckoutRules } from './checkout-services.ts';
import { freezeCart, type WantedCheckout } from './freeze-cart.ts';
import { settleEarlierIntent } from './settle-earlier-intent.ts';

export interface WantedPayment extends Omit<WantedCheckout, 'rules' | 'checkTotal' | 'isHeldUnpaid' | 'at'> {
  /** The currency that was shown to the shopper; undefined: whatever the shop charges in. */
  readonly currency: Lowercase<Currency> | undefined;
}

/** How often an intent that was called off meanwhile is replaced before the shopper is asked to wait. */
const MAX_ATTEMPTS = 3;

/**
 * Opens the payment of a cart: freezes it, holds its stock, and has the provider ask for exactly its total. A second
 * time, the same checkout and the same intent go on.
 * @throws Refusal those of `freezeCart`, `payment.method_unavailable`, `payment.amount_unsupported`,
 * `payment.in_progress`, `payment.already_completed`. @throws ProviderUnavailable; nothing is lost by asking again.
 */
export async function openPayment(services: CheckoutServices, wanted: WantedPayment): Promise<BroughtIntent> {
  const provider = await cardProviderOf(services);
  const rules = await readCheckoutRules(services);
  checkCurrency(wanted.currency, rules.currency);
  const checkTotal = (total: number) => checkCardTotal(total, rules.currency);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const known = await readEarlierIntent(services, provider, wanted.userId);
    const checkout = await inTransaction(services.db, (tx) =>
      freezeCart(tx, { ...wanted, rules, checkTotal, isHeldUnpaid: true, at: services.now() }),
    );
    const brought = await bringIntent(services, provider, checkout, known);
    if (brought) return brought;
  }
  throw new Refusal('payment.in_progress');
}

/** How the intent of an open checkout stands, unless it is over: money that is coming is never asked for again. */
async function readEarlierIntent(
  services: CheckoutServices,
  provider: PaymentProvider,
  userId: number,
): Promise<Intent | undefined> {
  const open: CheckoutRow | undefined = await findOpenCheckout(services.db, userId);
  if (!open?.intent_id) return undefined;
  const intent = await provider.retrieveIntent(open.intent_id);
  return settleEarlierIntent(services, provider, open.id, intent);
}

/** What the page sends was read off the shop a while ago. */
function checkCurrency(wanted: WantedPayment['currency'], currency: Currency): void {
  if (wanted === undefined || wanted === paymentCurrency(currency)) return;
  const message = `This shop charges in ${currency}. Please reload the page and try again.`;
  throw new Refusal('request.invalid', { message, errors: { currency: [message] } });
}

function checkCardTotal(total: number, currency: Currency): void {
  if (total < MIN_CARD_PAYMENT) {
    throw new Refusal('payment.amount_unsupported', {
      message: `Cards can be charged ${formatMoney(MIN_CARD_PAYMENT, currency)} or more.`,
    });
  }
  if (total > MAX_CARD_PAYMENT) {
    throw new Refusal('payment.amount_unsupported', {
      message: `Cards can be charged ${formatMoney(MAX_CARD_PAYMENT, currency)} at most.`,
    });
  }
}
