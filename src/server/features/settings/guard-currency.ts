import { HOLD_MINUTES } from '#domain/checkout/hold-limits.ts';
import type { Currency } from '#domain/money/currency.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldRefusal } from '#server/platform/refusal.ts';
import type { SectionGuard } from './save-section.ts';
import { blockCheckouts, countSales, type Sales } from './settings.store.ts';

/** Why the currency cannot be changed, for the admin; undefined while it can. */
export function currencyLock({ hasOrders, isPaying }: Sales, currency: Currency): string | undefined {
  if (hasOrders) {
    return `The currency stays ${currency} because the shop has orders: their amounts could not be added up with those of new ones.`;
  }
  if (isPaying) return `A customer is currently paying in ${currency}. Please try again in ${HOLD_MINUTES} minutes.`;
  return undefined;
}

/**
 * Allows changing the currency only while nothing was sold. New checkouts wait for the change, and see it.
 * @throws Refusal `settings.currency_locked` with the reason.
 */
export const guardCurrency: SectionGuard<'site'> = async (tx: Transaction, { changed, before }) => {
  if (!changed.includes('currency')) return;
  await blockCheckouts(tx);
  const reason = currencyLock(await countSales(tx), before.currency);
  if (reason) throw fieldRefusal('settings.currency_locked', 'currency', reason);
};
