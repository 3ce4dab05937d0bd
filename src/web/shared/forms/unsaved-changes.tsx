import { type ReactNode, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

/** Forms in the page with unsaved changes. */
const unsaved = new Set<object>();

/** Whether leaving the page would lose input. */
export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

/**
 * Whether a dialog controlled by the URL may close: with unsaved changes, navigation is attempted, so that the guard
 * asks.
 */
export const closeUnlessUnsaved = (close: () => void) => (): boolean => {
  if (!hasUnsavedChanges()) return true;
  close();
  return false;
};

/** Discards all input, after confirmation. */
export const discardUnsavedChanges = (): void => unsaved.clear();

/**
 * Guards a page against losing unsaved changes: links, Back and Logout ask first, closing the tab does too. For forms
 * on their own page; `FormDialog` has it built in.
 *
 *     const { form, submit } = useShopForm(…);   // after a save: form.reset(saved)
 *     const question = useUnsavedGuard(form.formState.isDirty && !form.formState.isSubmitting);
 *     return <form …>…{question}</form>;
 *
 * @returns the confirmation dialog; render it in the page
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

  // The router calls only the most recent blocker in a page: it speaks for all guards.
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
  /** The form's title, if there are several. */
  what?: string;
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks before input is lost. */
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
