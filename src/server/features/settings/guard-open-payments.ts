import { countOpenPayments } from '#server/features/payments/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SectionGuard } from './save-section.ts';

/** Other values may belong to another account, which does not know existing payments. */
const STRIPE_ACCOUNT = ['stripePublishableKey', 'stripeSecretKey'];
const PAYPAL_ACCOUNT = ['paypalClientId'];

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/**
 * Requires confirmation before a provider's account changes while payments or refunds with the current keys are open.
 * @param areCardKeysFixed the environment's keys take precedence: changing stored ones affects no payments.
 * @returns a guard for the names of changed settings. It throws the Refusal `settings.open_payments`.
 */
export function guardOpenPayments(areCardKeysFixed: boolean): SectionGuard<'payment'> {
  return async (tx, { changed }) => {
    const providers: (string | null)[] = [];
    if (!areCardKeysFixed && changed.some((name) => STRIPE_ACCOUNT.includes(name)))
      providers.push('stripe', 'sandbox', null);
    if (changed.some((name) => PAYPAL_ACCOUNT.includes(name))) providers.push('paypal');
    if (providers.length === 0) return;
    const { payments, refunds } = await countOpenPayments(tx, providers);
    const open = [
      ...counted(payments, 'payment is open', 'payments are open'),
      ...counted(refunds, 'refund is pending', 'refunds are pending'),
    ];
    if (open.length === 0) return;
    const message = `${open.join(' and ')} with the current keys. With keys of another account the shop can no longer complete ${payments + refunds === 1 ? 'it' : 'them'}.`;
    throw new Refusal('settings.open_payments', { message, data: { payments, refunds } });
  };
}
