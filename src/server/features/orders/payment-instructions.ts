import { awaitsOfflinePayment, type PayableOrder } from '#domain/offline-payment.ts';
import type { PaymentProviders } from '#server/features/payments/index.ts';

/**
 * How to pay an order that is paid later, in the words of its provider; empty if it has none. Call this outside transactions:
 * a provider may read its settings.
 */
export async function readPaymentInstructions(
  { paymentProviders }: { readonly paymentProviders: Pick<PaymentProviders, 'named'> },
  order: PayableOrder,
): Promise<string> {
  if (!awaitsOfflinePayment(order)) return '';
  const provider = await paymentProviders.named(order.payment_method);
  return provider?.kind === 'offline' ? provider.instructions : '';
}
