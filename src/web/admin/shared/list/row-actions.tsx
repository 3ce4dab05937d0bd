import { Button } from '#web/ui/button.tsx';

interface RowActionsProps {
  /** The row in the labels of the buttons. */
  name: string;
  onEdit: () => void;
  /** Undefined: the row cannot be deleted. */
  onDelete: (() => void) | undefined;
}

/** Edit and Delete, at the end of a row. */
export function RowActions({ name, onEdit, onDelete }: RowActionsProps) {
  return (
    <span className="flex justify-end">
      <Button look="quiet" small aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      {onDelete && (
        <Button look="quiet" small aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      )}
    </span>
  );
}
