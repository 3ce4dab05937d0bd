import { parseCurrency } from '#domain/money/currency.ts';
import { type Cents, formatDecimal } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { composeMail, queueMail } from '#server/features/mail/index.ts';
import type { ShopFacts } from '#server/features/orders/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { CheckoutRow } from '../lifecycle/checkout.store.ts';
import { findCustomer } from '../lifecycle/checkout-customers.store.ts';

interface ReturnedPayment {
  /** Cents. */
  readonly amount: Cents;
  readonly currency: string;
  readonly reason: string;
  readonly shop: ShopFacts;
  readonly at: Date;
}

/** The currency may differ from the shop's: that can be why the payment is refunded. */
function sumOf(amount: Cents, code: string, locale: string): string {
  const currency = parseCurrency(code);
  return currency ? formatMoney(amount, currency, locale) : `${formatDecimal(amount)} ${code.toUpperCase()}`;
}

/** Notifies a customer that their payment is refunded because no order could be created. */
export async function mailPaymentReturned(
  tx: Transaction,
  checkout: CheckoutRow,
  { amount, currency, reason, shop, at }: ReturnedPayment,
): Promise<void> {
  const customer = checkout.user_id === null ? undefined : await findCustomer(tx, checkout.user_id);
  if (!customer) return;
  const bodies = composeMail({
    shop,
    heading: 'We are refunding your payment',
    paragraphs: [
      `Your payment of ${sumOf(amount, currency, shop.locale)} arrived, but we could not place your order. ${reason}`,
      'We are refunding the full amount. It can take a few days to arrive. We are sorry for the trouble.',
    ],
    action: { label: 'Back to the shop', url: shop.appUrl },
    footer: `You receive this email because you paid at ${shop.shopName}. Questions? ${shop.contactEmail}`,
  });
  const to = { name: customer.name, email: customer.email };
  const subject = 'We are refunding your payment';
  await queueMail(tx, { kind: 'payment-returned', to, subject, ...bodies, userId: customer.id }, at);
}
