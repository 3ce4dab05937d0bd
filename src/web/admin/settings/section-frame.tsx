import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { DateTime } from '#web/shared/date-time.tsx';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import type { SectionForm } from './use-section.ts';

interface SectionFrameProps<V extends FieldValues> {
  of: SectionForm<V>;
  /** The tab's name, such as `Payment`. */
  name: string;
  /** Default: `Save Payment Settings`. */
  saveLabel?: string;
  saved: { readonly updatedAt: string | null; readonly updatedBy: string | null };
  children: ReactNode;
}

/** Frame of each settings tab: errors above, its own save button below, and the unsaved-changes question. */
export function SectionFrame<V extends FieldValues>({
  of,
  name,
  saveLabel = `Save ${name} Settings`,
  saved,
  children,
}: SectionFrameProps<V>) {
  const { form, failure, attempt, submit, conflict, warning } = of;
  const { isDirty, isSubmitting } = form.formState;
  const sheet = useRef<HTMLFormElement>(null);
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  return (
    <form ref={sheet} onSubmit={submit} noValidate className="panel max-w-3xl p-4 sm:p-6">
      {conflict ? (
        <InSight>
          <p>
            {conflict.by ?? 'Somebody else'} has changed these settings in the meantime. What you typed has not been
            saved.
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button small look="secondary" onClick={conflict.loadTheirs}>
              Load their settings
            </Button>
            <Button type="submit" small look="secondary" onClick={conflict.keepMine}>
              Keep mine and save again
            </Button>
          </div>
        </InSight>
      ) : (
        <ErrorSummary message={failure} attempt={attempt} />
      )}
      <div className="grid gap-6">{children}</div>
      <div className="mt-8 flex flex-wrap-reverse items-center justify-between gap-4 border-t border-line pt-5">
        <p className="text-muted text-small">
          {saved.updatedAt ? (
            <>
              Last saved <DateTime at={saved.updatedAt} withTime />
              {saved.updatedBy && ` by ${saved.updatedBy}`}
            </>
          ) : (
            'Never changed: these are the defaults.'
          )}
        </p>
        <Button type="submit" busy={isSubmitting && 'Saving…'} className="max-sm:w-full">
          {saveLabel}
        </Button>
      </div>
      {question}
      <ConfirmDialog
        isOpen={warning !== undefined}
        onClose={() => warning?.answer(false)}
        title={`Save the ${name} settings?`}
        confirmLabel="Save anyway"
        onConfirm={() => {
          warning?.answer(true);
          sheet.current?.requestSubmit();
        }}
      >
        {warning?.message}
      </ConfirmDialog>
    </form>
  );
}

/** Move the focus to the warning above the form: the submit button is far below. */
function InSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="mb-6">
      <Banner tone="warning">{children}</Banner>
    </div>
  );
}

/** A group of related fields. */
export function FieldGroup({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-4 text-lg font-semibold">{title}</legend>
      {hint && <p className="-mt-2 text-muted text-small">{hint}</p>}
      {children}
    </fieldset>
  );
}
