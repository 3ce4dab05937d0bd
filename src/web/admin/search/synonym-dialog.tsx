import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { notBlank } from '#web/shared/forms/shop-form.ts';
import { TextArea } from '#web/ui/field.tsx';
import { type RecordEditing, useRecordForm } from '../shared/use-record-form.tsx';
import { linesOf } from './lines.ts';
import type { Synonym, SynonymForm } from './search-data.ts';

interface SynonymDialogProps extends RecordEditing<Synonym, SynonymForm> {
  /** Null: new ones. */
  synonym: Synonym | null;
}

export function SynonymDialog({ synonym, onClose, ...saving }: SynonymDialogProps) {
  const { shopForm, conflict } = useRecordForm({
    record: synonym,
    kind: 'synonym',
    values: { terms: synonym?.terms.join('\n') ?? '', finds: synonym?.finds.join('\n') ?? '' },
    formOf: ({ terms, finds }) => ({ terms: linesOf(terms), finds: linesOf(finds) }),
    ...saving,
  });
  const { field } = shopForm;

  return (
    <FormDialog
      title={synonym ? 'Edit synonyms' : 'Add Synonyms'}
      saveLabel={synonym ? 'Save' : 'Create'}
      shopForm={shopForm}
      onClose={onClose}
    >
      {conflict}
      <TextArea
        label="Words"
        required
        rows={4}
        hint="One per line, up to three words each. A search for one finds the others too."
        {...field('terms', { validate: notBlank() })}
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
