import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorSummary } from './error-summary.tsx';
import type { ShopForm } from './shop-form.ts';
import { DiscardQuestion, discardUnsavedChanges, useUnsavedGuard } from './unsaved-changes.tsx';

interface FormDialogProps<V extends FieldValues> {
  title: string;
  onClose: () => void;
  /** From `useShopForm`; its `save` closes the dialog after the server has accepted the values. */
  shopForm: ShopForm<V>;
  /** Button labels, such as 'Create product', and while saving. */
  saveLabel: string;
  savingLabel?: string;
  /** Wider, for two columns of fields. */
  isWide?: boolean;
  /** Fields of `ui/`, each with `{...shopForm.field(name)}`. */
  children: ReactNode;
}

/**
 * A form in a dialog: general errors above the fields, field errors beside them, progress on the button; closing asks
 * before input is lost. Render it only while it is open, with a `key` for what it edits:
 *
 *     {edited && <CategoryDialog key={edited.id} category={edited} onClose={close} />}
 *
 *     function CategoryDialog({ category, onClose }) {
 *       const shopForm = useShopForm({ name: category.name }, async (values) => { await save(values); onClose(); });
 *       return (
 *         <FormDialog title="Edit category" saveLabel="Save category" shopForm={shopForm} onClose={onClose}>
 *           <TextField label="Name" required {...shopForm.field('name', { required: 'Please enter a name.' })} />
 *         </FormDialog>
 *       );
 *     }
 */
export function FormDialog<V extends FieldValues>({
  title,
  onClose,
  shopForm: { form, failure, attempt, submit },
  saveLabel,
  savingLabel = 'Saving…',
  isWide = false,
  children,
}: FormDialogProps<V>) {
  const { isDirty, isSubmitting } = form.formState;
  const [isAsking, setAsking] = useState(false);
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  const fields = useRef<HTMLDivElement>(null);

  // Focus the first field, except on touch screens, where the keyboard would cover the form.
  useEffect(() => {
    if (!matchMedia('(hover: hover)').matches) return;
    fields.current?.querySelector<HTMLElement>('input:not([type="file"], [readonly]), select, textarea')?.focus();
  }, []);

  const mayClose = () => {
    if (isSubmitting) return false;
    if (isDirty) setAsking(true);
    return !isDirty;
  };
  const discard = () => {
    discardUnsavedChanges();
    onClose();
  };

  return (
    <Dialog isOpen onClose={onClose} mayClose={mayClose} title={title} className={isWide ? 'dialog-wide' : ''}>
      <form onSubmit={submit} noValidate>
        <ErrorSummary message={failure} attempt={attempt} />
        <div ref={fields} className="grid gap-5">
          {children}
        </div>
        <div className="dialog-actions">
          <Button look="secondary" disabled={isSubmitting} onClick={() => mayClose() && onClose()}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting && savingLabel}>
            {saveLabel}
          </Button>
        </div>
      </form>
      <DiscardQuestion isOpen={isAsking} what={title} onStay={() => setAsking(false)} onDiscard={discard} />
      {question}
    </Dialog>
  );
}
