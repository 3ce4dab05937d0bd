import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { useRequestKey } from '#web/shared/forms/use-request-key.ts';
import { TextArea } from '#web/ui/field.tsx';
import { EditConflict } from '../shared/edit-conflict.tsx';
import { useConcurrentEdit } from '../shared/use-concurrent-edit.ts';
import { linesOf } from './lines.ts';
import type { Synonym, SynonymForm } from './search-data.ts';

interface SynonymDialogProps {
  /** Null: new ones. */
  synonym: Synonym | null;
  onClose: () => void;
  /** @throws ApiError when it is refused */
  onSave: (synonym: Synonym | null, form: SynonymForm, key: string) => Promise<void>;
  /** Starts over with what somebody else has saved. */
  onNewer: (synonym: Synonym) => void;
}

const REQUIRED = 'This field is required.';

export function SynonymDialog({ synonym, onClose, onSave, onNewer }: SynonymDialogProps) {
  const once = useRequestKey();
  const { theirs, keepMine, save } = useConcurrentEdit(synonym, 'synonym');
  const shopForm = useShopForm(
    { terms: synonym?.terms.join('\n') ?? '', finds: synonym?.finds.join('\n') ?? '' },
    async ({ terms, finds }) => {
      const form = { terms: linesOf(terms), finds: linesOf(finds) };
      await save((on) => once(form, (key) => onSave(on, form, key)));
    },
    { name: `synonym:${synonym?.id ?? 'new'}` },
  );
  const { field } = shopForm;

  return (
    <FormDialog
      title={synonym ? 'Edit Synonyms' : 'Add Synonyms'}
      saveLabel={synonym ? 'Save' : 'Create'}
      shopForm={shopForm}
      onClose={onClose}
    >
      {theirs && <EditConflict newer={{ read: async () => theirs, show: onNewer }} onKeep={keepMine} />}
      <TextArea
        label="Words"
        required
        rows={4}
        hint="One per line, up to three words each. A search for one finds the others too."
        {...field('terms', { validate: (terms) => terms.trim() !== '' || REQUIRED })}
      />
      <TextArea
        label="Also find"
        rows={4}
        hint="Optional, for one direction only: with footwear above and boots here, footwear finds boots, but boots does not find footwear."
        {...field('finds')}
      />
    </FormDialog>
  );
}
