import { useEffect, useState } from 'react';
import { COUNTRIES, HOME_COUNTRY } from '#domain/checkout/shipping.ts';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import type { User } from '#web/shared/auth/auth.ts';
import { type AddressDraft, readDraft } from '#web/shared/checkout/draft.ts';
import { toast, toastFailure } from '#web/ui/toast.ts';

export type SavedAddress = Data<'GET /account/addresses'>[number];

type UsedAddress = Omit<SavedAddress, 'id' | 'is_default'>;

/** Maximum wait for the address book; addresses can be typed as well. */
const PATIENCE_MS = 3_000;

interface AddressBook {
  /** The initial address: what was typed in this tab, else the default one, else that of the last order. Null until known. */
  readonly first: AddressDraft | null;
  /** Default first; empty when they fail to load. */
  readonly saved: readonly SavedAddress[];
  /** Saves an address to the account; a failure shows a message and does not block the checkout. */
  readonly save: (address: AddressDraft) => Promise<void>;
}

/** The account's addresses, and the initial one. */
export function useAddressBook(user: User | null): AddressBook {
  const [saved, setSaved] = useState<readonly SavedAddress[] | null>(null);
  const [first, setFirst] = useState<AddressDraft | null>(null);

  useEffect(() => {
    if (!user) return;
    let isOver = false;
    const begin = (addresses: readonly SavedAddress[], preferred: UsedAddress | undefined) => {
      if (isOver) return;
      isOver = true;
      setSaved(addresses);
      setFirst(readDraft(user.id).address ?? (preferred ? draftOf(preferred) : blankAddress(user.name)));
    };
    const load = async () => {
      const addresses = await call('GET /account/addresses');
      const preferred = addresses.find(({ is_default }) => is_default);
      begin(addresses, preferred ?? (addresses.length === 0 ? await lastUsed() : undefined));
    };
    const timer = setTimeout(() => begin([], undefined), PATIENCE_MS);
    load().catch(() => begin([], undefined));
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [user]);

  const save = async (body: AddressDraft) => {
    try {
      const added = await call('POST /account/addresses', { body });
      setSaved((before) => [...(before ?? []), added]);
      toast('Address saved to your account');
    } catch (error) {
      toastFailure(messageOf(error, 'The address could not be saved to your account.'));
    }
  };

  return { first, saved: saved ?? [], save };
}

/** Where the last order went. */
async function lastUsed(): Promise<UsedAddress | undefined> {
  const { data } = await call('GET /orders', { query: { page: 1, per_page: 1 } });
  return data[0]?.shipping_address;
}

export const blankAddress = (name: string): AddressDraft => ({
  name,
  line1: '',
  line2: '',
  city: '',
  state: '',
  postal_code: '',
  country: HOME_COUNTRY,
});

export const draftOf = ({ name, line1, line2, city, state, postal_code, country }: UsedAddress): AddressDraft => ({
  name,
  line1,
  line2: line2 ?? '',
  city,
  state,
  postal_code,
  country: COUNTRIES.find((code) => code === country) ?? HOME_COUNTRY,
});

/** Whether the typed address equals this saved one. */
export const isSameAddress = (typed: AddressDraft, saved: SavedAddress): boolean =>
  Object.entries(draftOf(saved)).every(([field, text]) => text === typed[field as keyof AddressDraft].trim());

/** Whether the address is complete: everything but the second line is required (storefront §5). */
export function isComplete({ line2: _, ...required }: AddressDraft): boolean {
  return Object.values(required).every((text) => text.trim() !== '');
}
