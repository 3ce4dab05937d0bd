import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorSummary } from './error-summary.tsx';
import type { ShopForm } from './shop-form.ts';
import { DiscardQuestion, forgetUnsavedChanges, useUnsavedGuard } from './unsaved-changes.tsx';

interface FormDialogProps<V extends FieldValues> {
  title: string;
  onClose: () => void;
  /** From `useShopForm`; its `save` closes the dialog when the shop has taken the values. */
  shopForm: ShopForm<V>;
  /** The button's words, such as 'Create product', and those while it saves. */
  saveLabel: string;
  savingLabel?: string;
  /** Two columns of fields need more room. */
  isWide?: boolean;
  /** Fields of `ui/`, each with `{...shopForm.field(its name)}`. */
  children: ReactNode;
}

/**
 * A form in a dialog: what is wrong as a whole above the fields, each field's own words beside it, the saving on the
 * button; what was typed is never lost unasked. Show it only while it is open, with a `key` for what it edits:
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

  // Who has a keyboard types at once; on a touch screen its keys would cover the form.
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
    forgetUnsavedChanges();
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
