import { cardBrandName } from '#domain/checkout/saved-card.ts';
import type { Data } from '#web/api/calls.ts';

type SavedCard = Data<'GET /account/cards'>['cards'][number];

/** Such as `Visa •••• 4242`, not broken within the number. */
export const cardName = ({ brand, last4 }: SavedCard): string => `${cardBrandName(brand)} ••••\u00a0${last4}`;

/** Such as `Expires 04/29`. */
export const expiryOf = ({ exp_month: month, exp_year: year, is_expired: isExpired }: SavedCard): string =>
  `${isExpired ? 'Expired' : 'Expires'} ${String(month).padStart(2, '0')}/${String(year).slice(-2)}`;
