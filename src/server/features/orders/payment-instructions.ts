import { awaitsOfflinePayment, type PayableOrder } from '#domain/checkout/offline-payment.ts';
import type { PaymentProvider } from '#server/features/payments/index.ts';

/**
 * How to pay an order that is paid later, in the words of its provider; empty if it has none. Call this outside transactions:
 * a provider may read its settings.
 * @param named finds the provider of a method
 */
export async function readPaymentInstructions(
  named: (method: string) => Promise<PaymentProvider | undefined>,
  order: PayableOrder,
): Promise<string> {
  if (!awaitsOfflinePayment(order)) return '';
  const provider = await named(order.payment_method);
  return provider?.kind === 'offline' ? provider.instructions : '';
}
