import { COUNTRIES, HOME_COUNTRY } from '#domain/shipping.ts';
import type { User } from '#web/shared/auth/auth.ts';
import { type AddressDraft, readDraft } from '#web/shared/checkout/draft.ts';

/** What the address form begins with: what was typed before in this tab, else what the account knows. */
export function firstAddress(user: User): AddressDraft {
  return readDraft(user.id).address ?? knownAddress(user);
}

function knownAddress(user: User): AddressDraft {
  const known = user.preferences.address;
  const country = COUNTRIES.find((code) => code === known?.country) ?? HOME_COUNTRY;
  return {
    name: user.name,
    line1: known?.address ?? '',
    line2: '',
    city: known?.city ?? '',
    state: known?.state ?? '',
    postal_code: known?.zipCode ?? '',
    country,
  };
}

/** Whether the shop would take it: all but the second line is required (storefront §5). */
export function isComplete({ line2: _, ...required }: AddressDraft): boolean {
  return Object.values(required).every((text) => text.trim() !== '');
}
