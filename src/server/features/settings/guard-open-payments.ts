import { countOpenPayments, type PaymentProviders } from '#server/features/payments/index.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SectionGuard } from './save-section.ts';

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/**
 * Requires confirmation before the account of providers changes while their payments or refunds are open.
 * @param providers by name; null stands for checkouts of an earlier version, which belong to the card provider.
 * @throws Refusal `settings.open_payments`.
 */
export async function refuseOpenPayments(tx: Transaction, providers: readonly (string | null)[]): Promise<void> {
  if (providers.length === 0) return;
  const { payments, refunds } = await countOpenPayments(tx, providers);
  const open = [
    ...counted(payments, 'payment is open', 'payments are open'),
    ...counted(refunds, 'refund is pending', 'refunds are pending'),
  ];
  if (open.length === 0) return;
  const message = `${open.join(' and ')} with the current keys. With keys of another account the shop can no longer complete ${payments + refunds === 1 ? 'it' : 'them'}.`;
  throw new Refusal('settings.open_payments', { message, data: { payments, refunds } });
}

/** A guard for the shop's own providers. It throws the Refusal `settings.open_payments`. */
export function guardOpenPayments(paymentProviders: Pick<PaymentProviders, 'ofAccount'>): SectionGuard<'payment'> {
  return async (tx, { changed }) => {
    const providers = paymentProviders.ofAccount(changed);
    await refuseOpenPayments(tx, providers.includes('stripe') ? [...providers, null] : providers);
  };
}
