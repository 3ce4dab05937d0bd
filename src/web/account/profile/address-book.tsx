import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { useOpenDialog } from '#web/shared/forms/use-saved-input.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { AddressLines } from '#web/shared/orders/address-lines.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { type SavedAddress, useDeleteAddress, useSaveAddress } from '../shared/own-data.ts';
import { AddressDialog, bodyOf } from './address-dialog.tsx';

interface AddressBookProps {
  addresses: readonly SavedAddress[];
  /** Defaults for a new address. */
  userName: string;
  notify: Notify;
}

/** The saved addresses: add, edit, delete, and choose the default. */
export function AddressBook({ addresses, userName, notify }: AddressBookProps) {
  const [edited, setEdited] = useOpenDialog<SavedAddress | 'new'>('address');
  const [doomed, setDoomed] = useState<SavedAddress | null>(null);
  const { mutateAsync: save } = useSaveAddress();
  const { mutateAsync: remove, isPending } = useDeleteAddress();

  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      notify('success', done);
    } catch (error) {
      notify('danger', messageOf(error));
    }
  };
  const makeDefault = (address: SavedAddress) =>
    attempt(() => save({ id: address.id, body: { ...bodyOf(address), is_default: true } }), 'Default address changed');
  const confirmDeletion = async (address: SavedAddress) => {
    await attempt(() => remove(address.id), 'Address deleted');
    setDoomed(null);
  };

  return (
    <>
      {addresses.length === 0 && <p className="mb-4 text-muted">No address is saved yet.</p>}
      <ul className="mb-5 grid gap-4 sm:grid-cols-2">
        {addresses.map((address) => (
          <AddressCard
            key={address.id}
            address={address}
            onEdit={() => setEdited(address)}
            onDelete={() => setDoomed(address)}
            onMakeDefault={() => void makeDefault(address)}
          />
        ))}
      </ul>
      <Button look="secondary" onClick={() => setEdited('new')}>
        Add address
      </Button>
      {edited && (
        <AddressDialog
          key={edited === 'new' ? 'new' : edited.id}
          address={edited === 'new' ? undefined : edited}
          userName={userName}
          isFirst={addresses.length === 0}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            notify('success', 'Address saved');
          }}
        />
      )}
      <ConfirmDialog
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Delete this address?"
        confirmLabel="Delete address"
        busy={isPending && 'Deleting…'}
        onConfirm={() => doomed && void confirmDeletion(doomed)}
      >
        <p className="wrap-anywhere">
          {doomed?.line1}, {doomed?.city} leaves your address book. Orders keep the address they were sent to.
        </p>
      </ConfirmDialog>
    </>
  );
}

interface AddressCardProps {
  address: SavedAddress;
  onEdit: () => void;
  onDelete: () => void;
  onMakeDefault: () => void;
}

function AddressCard({ address, onEdit, onDelete, onMakeDefault }: AddressCardProps) {
  const { line1, is_default } = address;
  return (
    <li className="flex flex-col rounded-card border border-line p-4">
      {is_default && (
        <p className="mb-2">
          <Badge tone="primary">Default</Badge>
        </p>
      )}
      <AddressLines {...address} />
      <div className="mt-auto flex flex-wrap gap-x-4 pt-2">
        <button type="button" className="link min-h-11" aria-label={`Edit ${line1}`} onClick={onEdit}>
          Edit
        </button>
        <button type="button" className="link min-h-11" aria-label={`Delete ${line1}`} onClick={onDelete}>
          Delete
        </button>
        {!is_default && (
          <button type="button" className="link min-h-11" aria-label={`Make default: ${line1}`} onClick={onMakeDefault}>
            Make default
          </button>
        )}
      </div>
    </li>
  );
}
