import { useEffect, useState } from 'react';
import { COUNTRIES, HOME_COUNTRY } from '#domain/shipping.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import type { User } from '#web/shared/auth/auth.ts';
import { type AddressDraft, readDraft } from '#web/shared/checkout/draft.ts';

type SavedAddress = Data<'GET /account/addresses'>[number];

/**
 * What the address form begins with: what was typed before in this tab, else the account's default address. Null until
 * that is known; an address book that cannot be had leaves the form blank.
 */
export function useFirstAddress(user: User | null): AddressDraft | null {
  const [first, setFirst] = useState(() => (user && readDraft(user.id).address) ?? null);
  const isMissing = first === null;

  useEffect(() => {
    if (!user || !isMissing) return;
    let isOver = false;
    const begin = (known: SavedAddress | undefined) => isOver || setFirst(draftOf(user, known));
    call('GET /account/addresses').then(
      (addresses) => begin(addresses.find(({ is_default }) => is_default)),
      () => begin(undefined),
    );
    return () => {
      isOver = true;
    };
  }, [user, isMissing]);

  return first;
}

function draftOf(user: User, known: SavedAddress | undefined): AddressDraft {
  return {
    name: known?.name ?? user.name,
    line1: known?.line1 ?? '',
    line2: known?.line2 ?? '',
    city: known?.city ?? '',
    state: known?.state ?? '',
    postal_code: known?.postal_code ?? '',
    country: COUNTRIES.find((code) => code === known?.country) ?? HOME_COUNTRY,
  };
}

/** Whether the shop would take it: all but the second line is required (storefront §5). */
export function isComplete({ line2: _, ...required }: AddressDraft): boolean {
  return Object.values(required).every((text) => text.trim() !== '');
}
