import { useEffect, useState } from 'react';
import { COUNTRIES, HOME_COUNTRY } from '#domain/shipping.ts';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import type { User } from '#web/shared/auth/auth.ts';
import { type AddressDraft, readDraft } from '#web/shared/checkout/draft.ts';
import { toast, toastFailure } from '#web/ui/toast.ts';

export type SavedAddress = Data<'GET /account/addresses'>[number];

/** A checkout does not wait longer for the address book: every address can be typed as well. */
const PATIENCE_MS = 3_000;

interface AddressBook {
  /** What the form begins with: what was typed before in this tab, else the default address. Null until that is known. */
  readonly first: AddressDraft | null;
  /** The default first; empty when they cannot be had. */
  readonly saved: readonly SavedAddress[];
  /** Keeps an address in the account for the next time; a failure is told and holds nothing up. */
  readonly save: (address: AddressDraft) => Promise<void>;
}

/** The addresses of an account, and the one that its checkout begins with. */
export function useAddressBook(user: User | null): AddressBook {
  const [saved, setSaved] = useState<readonly SavedAddress[] | null>(null);
  const [first, setFirst] = useState<AddressDraft | null>(null);

  useEffect(() => {
    if (!user) return;
    let isOver = false;
    const begin = (addresses: readonly SavedAddress[]) => {
      if (isOver) return;
      isOver = true;
      setSaved(addresses);
      const preferred = addresses.find(({ is_default }) => is_default);
      setFirst(readDraft(user.id).address ?? (preferred ? draftOf(preferred) : blankAddress(user.name)));
    };
    const timer = setTimeout(() => begin([]), PATIENCE_MS);
    call('GET /account/addresses').then(begin, () => begin([]));
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

export const blankAddress = (name: string): AddressDraft => ({
  name,
  line1: '',
  line2: '',
  city: '',
  state: '',
  postal_code: '',
  country: HOME_COUNTRY,
});

export const draftOf = ({ name, line1, line2, city, state, postal_code, country }: SavedAddress): AddressDraft => ({
  name,
  line1,
  line2: line2 ?? '',
  city,
  state,
  postal_code,
  country: COUNTRIES.find((code) => code === country) ?? HOME_COUNTRY,
});

/** Whether what is typed is this saved address. */
export const isSameAddress = (typed: AddressDraft, saved: SavedAddress): boolean =>
  Object.entries(draftOf(saved)).every(([field, text]) => text === typed[field as keyof AddressDraft].trim());

/** Whether the shop would take it: all but the second line is required (storefront §5). */
export function isComplete({ line2: _, ...required }: AddressDraft): boolean {
  return Object.values(required).every((text) => text.trim() !== '');
}
