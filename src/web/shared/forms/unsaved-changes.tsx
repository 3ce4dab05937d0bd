import { type ReactNode, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

/** The forms in the page that hold what nobody has saved. */
const unsaved = new Set<object>();

/** Whether something typed would be lost by leaving the page. */
export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

/**
 * Whether a dialog may close that is open by the address: while something in it is unsaved, the way to the address
 * without it is tried, so that the guard asks.
 */
export const closesUnlessUnsaved = (close: () => void) => (): boolean => {
  if (!hasUnsavedChanges()) return true;
  close();
  return false;
};

/** Lets go of everything typed, after somebody has said so. */
export const forgetUnsavedChanges = (): void => unsaved.clear();

/**
 * Keeps a page from being left while a form in it holds unsaved changes: links, Back and Logout ask first, closing the
 * tab does too. For forms of a page of their own; `FormDialog` has it built in.
 *
 *     const { form, submit } = useShopForm(…);   // after a save: form.reset(saved)
 *     const question = useUnsavedGuard(form.formState.isDirty && !form.formState.isSubmitting);
 *     return <form …>…{question}</form>;
 *
 * @returns the question; it has to stand somewhere in the page
 */
export function useUnsavedGuard(isUnsaved: boolean): ReactNode {
  const [key] = useState({});
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved.add(key);
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    return () => {
      unsaved.delete(key);
      removeEventListener('beforeunload', onUnload);
    };
  }, [isUnsaved, key]);

  // Of several guards in a page the router asks one, the youngest: it speaks for all of them.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      hasUnsavedChanges() && from.pathname + from.search !== to.pathname + to.search,
  );
  return (
    <DiscardQuestion
      isOpen={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  );
}

interface DiscardQuestionProps {
  isOpen: boolean;
  /** What is lost; the form's title, where there are several. */
  what?: string;
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks before what was typed is lost. */
export function DiscardQuestion({ isOpen, what, onStay, onDiscard }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onStay}
      title="Discard your changes?"
      cancelLabel="Keep editing"
      confirmLabel="Discard changes"
      onConfirm={onDiscard}
    >
      What you have entered{what && ` in “${what}”`} has not been saved and will be lost.
    </ConfirmDialog>
  );
}
