import { Dialog } from '#plugin/web';
import type { OfferedSection } from '../../home-contract.ts';

interface AddSectionDialogProps {
  types: readonly OfferedSection[];
  onAdd: (type: OfferedSection) => void;
  onClose: () => void;
}

/** The sections of all plug-ins, to choose from. */
export function AddSectionDialog({ types, onAdd, onClose }: AddSectionDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title="Add Section">
      <ul className="grid gap-2 sm:grid-cols-2">
        {types.map((type) => (
          <li key={type.type}>
            <button
              type="button"
              className="flex size-full flex-col rounded-field border border-line p-4 text-start hover:border-ink"
              onClick={() => onAdd(type)}
            >
              <span className="font-semibold">{type.label}</span>
              <span className="text-muted text-small">{type.hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
