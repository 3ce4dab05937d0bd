import { countUnfinishedBusiness, type PaymentProviders } from '#server/features/payments/index.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SectionGuard } from './save-section.ts';

/** With other ones, another account may be asked, which knows nothing of what was begun before. */
const STRIPE_ACCOUNT = ['stripePublishableKey', 'stripeSecretKey'];
const PAYPAL_ACCOUNT = ['paypalClientId'];

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/**
 * Asks before the account of a provider changes while payments or refunds are under way with the present ones.
 * @returns what looks at the names of changed settings. It throws the Refusal `settings.open_payments`.
 */
export function guardOpenPayments(paymentProviders: Pick<PaymentProviders, 'cardKeySource'>): SectionGuard<'payment'> {
  return async (tx, { changed }) => {
    const providers: (string | null)[] = [];
    // Keys of the environment go before those of the settings: nothing changes for anybody who pays.
    const areKeysFixed = (await paymentProviders.cardKeySource()) === 'environment';
    if (!areKeysFixed && changed.some((name) => STRIPE_ACCOUNT.includes(name)))
      providers.push('stripe', 'sandbox', null);
    if (changed.some((name) => PAYPAL_ACCOUNT.includes(name))) providers.push('paypal');
    if (providers.length === 0) return;
    const { payments, refunds } = await countUnfinishedBusiness(tx, providers);
    const open = [
      ...counted(payments, 'payment is open', 'payments are open'),
      ...counted(refunds, 'refund is pending', 'refunds are pending'),
    ];
    if (open.length === 0) return;
    const message = `${open.join(' and ')} with the current keys. With keys of another account the shop can no longer complete ${payments + refunds === 1 ? 'it' : 'them'}.`;
    throw new Refusal('settings.open_payments', { message, data: { payments, refunds } });
  };
}
