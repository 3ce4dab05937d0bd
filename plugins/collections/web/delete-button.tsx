import { useState } from 'react';
import { Button, ConfirmDialog, messageOf } from '#plugin/web';
import type { AdminCollection } from '../admin-contract.ts';
import { useDeletion } from './admin-data.ts';

interface DeleteButtonProps {
  collection: Pick<AdminCollection, 'id' | 'name'>;
  onDeleted: (message: string) => void;
}

/** Deletes a collection after a question. */
export function DeleteButton({ collection: { id, name }, onDeleted }: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const deletion = useDeletion();
  return (
    <div>
      <Button look="quiet" className="-ml-4" onClick={() => setAsking(true)}>
        Delete collection
      </Button>
      {deletion.error && (
        <p className="field-error" role="alert">
          {messageOf(deletion.error, 'Failed to delete the collection')}
        </p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this collection?"
        confirmLabel="Delete collection"
        busy={deletion.isPending && 'Deleting…'}
        onConfirm={() => deletion.mutate([id], { onSuccess: onDeleted, onSettled: () => setAsking(false) })}
      >
        The page of “{name}” is gone for good. Its products stay.
      </ConfirmDialog>
    </div>
  );
}
