import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { useRequestKey } from '#web/shared/forms/use-request-key.ts';
import { TextArea } from '#web/ui/field.tsx';
import { ChangedMeanwhile } from '../shared/changed-meanwhile.tsx';
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
      saveLabel={synonym ? 'Save synonyms' : 'Create synonyms'}
      shopForm={shopForm}
      onClose={onClose}
    >
      {theirs && <ChangedMeanwhile newer={{ read: async () => theirs, show: onNewer }} onKeep={keepMine} />}
      <TextArea
        label="Words"
        required
        rows={4}
        hint="One a line, up to three words each. Without words below, each finds the others."
        {...field('terms', { validate: (terms) => terms.trim() !== '' || REQUIRED })}
      />
      <TextArea
        label="Find also"
        rows={4}
        hint="Optional. The words above find these, but these do not find the words above: footwear finds shoes, boots."
        {...field('finds')}
      />
    </FormDialog>
  );
}
