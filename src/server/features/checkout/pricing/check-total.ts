import { type Currency, paymentCurrency } from '#domain/money/currency.ts';
import { type Cents, MAX_AMOUNT } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import type { OnlineProvider, PaymentProvider } from '#server/features/payments/index.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';

/** What is paid later can be recorded and refunded as one amount. */
const PAID_LATER: OnlineProvider['limits'] = { min: 0, max: MAX_AMOUNT };

/** @throws Refusal `payment.amount_unsupported` if the provider does not take this amount. */
export function checkTotal(total: Cents, provider: PaymentProvider, currency: Currency): void {
  const { min, max } = provider.kind === 'online' ? provider.limits : PAID_LATER;
  const subject = provider.method === 'card' ? 'Cards can be charged' : 'This payment method takes';
  if (total < min) {
    throw new Refusal('payment.amount_unsupported', { message: `${subject} ${formatMoney(min, currency)} or more.` });
  }
  if (total > max) {
    throw new Refusal('payment.amount_unsupported', { message: `${subject} ${formatMoney(max, currency)} at most.` });
  }
}

/**
 * The page may be older than the shop's currency.
 * @param shown the currency shown to the shopper; undefined: the shop's
 * @throws Refusal `request.invalid`
 */
export function checkShownCurrency(shown: Lowercase<Currency> | undefined, currency: Currency): void {
  if (shown === undefined || shown === paymentCurrency(currency)) return;
  const message = `This shop charges in ${currency}. Please reload the page and try again.`;
  throw fieldRefusal('request.invalid', 'currency', message);
}
