import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import { AddressLines } from '#web/shared/orders/address-lines.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { blankAddress, draftOf, type SavedAddress } from './address-book.ts';

const ANOTHER = 'another';

interface SavedAddressesProps {
  /** The addresses to choose from: those in countries the shop ships to. */
  offered: readonly SavedAddress[];
  /** The chosen one; undefined while another address is typed. */
  taken: SavedAddress | undefined;
  typed: AddressDraft;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onTake: (address: AddressDraft) => void;
}

/**
 * The account's addresses: the lines of the chosen one with Change, or the list. The list stays mounted. A click on an
 * address closes it; arrow keys only select, so that the focus stays on the list.
 */
export function SavedAddresses({ offered, taken, typed, isOpen, onOpen, onTake }: SavedAddressesProps) {
  /** Input before a saved address was chosen, to restore it. */
  const own = useRef<AddressDraft>(null);
  const heading = useId();
  const list = useRef<HTMLDivElement>(null);
  const changeButton = useRef<HTMLButtonElement>(null);

  const move = (opens: boolean) => {
    flushSync(() => onOpen(opens));
    if (opens) list.current?.querySelector<HTMLElement>('input:checked')?.focus();
    else changeButton.current?.focus();
  };
  const take = (choice: string) => {
    if (!taken) own.current = typed;
    const address = offered.find(({ id }) => String(id) === choice);
    onTake(address ? draftOf(address) : (own.current ?? blankAddress(typed.name)));
    // A ring around the radio button: the keyboard moves through the list.
    if (address && !list.current?.querySelector(':focus-visible')) move(false);
  };
  const options = offered.map((address) => ({ value: String(address.id), label: <AddressLine address={address} /> }));
  return (
    <>
      {taken && !isOpen && (
        <div className="panel flex items-start justify-between gap-4 p-4">
          <div className="min-w-0">
            <h3 id={heading} className="text-muted text-small">
              Deliver to
            </h3>
            <AddressLines {...taken} />
          </div>
          <button
            ref={changeButton}
            type="button"
            className="link -my-2.5 inline-flex min-h-11 items-center"
            aria-describedby={heading}
            onClick={() => move(true)}
          >
            Change
          </button>
        </div>
      )}
      <div ref={list} hidden={taken && !isOpen}>
        <RadioList
          legend="Deliver to"
          options={[...options, { value: ANOTHER, label: 'Another address' }]}
          chosen={taken ? String(taken.id) : ANOTHER}
          onChoose={take}
        />
      </div>
    </>
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
