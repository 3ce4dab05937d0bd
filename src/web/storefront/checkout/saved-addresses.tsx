import { useRef } from 'react';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import { RadioList } from '#web/ui/radio-list.tsx';
import { blankAddress, draftOf, isSameAddress, type SavedAddress } from './address-book.ts';

const ANOTHER = 'another';

interface SavedAddressesProps {
  saved: readonly SavedAddress[];
  /** Countries the shop ships to; all until known. */
  countries: readonly string[] | undefined;
  typed: AddressDraft;
  onTake: (address: AddressDraft) => void;
}

/** The account's addresses. The selected one is derived from the form's values. */
export function SavedAddresses({ saved, countries, typed, onTake }: SavedAddressesProps) {
  /** Input before a saved address was chosen, to restore it. */
  const own = useRef<AddressDraft>(null);
  const offered = saved.filter(({ country }) => !countries || countries.includes(country));
  if (offered.length === 0) return null;

  const taken = offered.find((address) => isSameAddress(typed, address));
  const take = (choice: string) => {
    if (!taken) own.current = typed;
    const address = offered.find(({ id }) => String(id) === choice);
    onTake(address ? draftOf(address) : (own.current ?? blankAddress(typed.name)));
  };
  const options = offered.map((address) => ({ value: String(address.id), label: <AddressLine address={address} /> }));
  return (
    <RadioList
      legend="Deliver to"
      options={[...options, { value: ANOTHER, label: 'Another address' }]}
      chosen={taken ? String(taken.id) : ANOTHER}
      onChoose={take}
    />
  );
}

function AddressLine({ address }: { address: SavedAddress }) {
  const { name, line1, line2, city, state, postal_code } = address;
  return (
    <>
      <span className="block font-semibold">{name}</span>{' '}
      <span className="block text-muted text-small">
        {[line1, line2, city, `${state} ${postal_code}`].filter(Boolean).join(', ')}
      </span>
    </>
  );
}
