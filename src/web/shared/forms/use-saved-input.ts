import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { isSessionRefused } from '#web/api/saved-session.ts';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { type SavedInput, savedDialog, saveInput, setOpenDialog, takeSavedInput } from './saved-input.ts';

/** The message above a form whose input was restored. */
export const INTERRUPTED = 'Your session had ended. What you typed is here again, but it is not saved yet.';

/** A form whose input is stored. */
interface StoredForm {
  /** The form and its record, such as `category:7`; without one nothing is stored. */
  readonly name: string | undefined;
  readonly isDirty: boolean;
  readonly read: () => SavedInput;
  /** Fills the form with the stored input. */
  readonly restore: (typed: SavedInput) => void;
}

/**
 * Stores unsaved input when the session ends during editing, whichever call found that out, and restores it after the
 * next login. For forms that keep their own state.
 */
export function useStoredInput(form: StoredForm): void {
  const userId = useAuth().user?.id;
  const latest = useRef({ ...form, userId });
  useEffect(() => {
    // When the form unmounts after a logout, nobody is signed in any more.
    latest.current = { ...form, userId: userId ?? latest.current.userId };
  });

  useEffect(
    () => () => {
      const { name, userId: whose, isDirty, read } = latest.current;
      if (name !== undefined && whose !== undefined && isDirty && isSessionRefused()) saveInput(name, whose, read());
    },
    [],
  );
  const { name } = form;
  useEffect(() => {
    const typed = name === undefined || userId === undefined ? null : takeSavedInput(name, userId);
    // After the effects of the surrounding form, which may fill it with the server's values.
    if (typed) queueMicrotask(() => latest.current.restore(typed));
  }, [name, userId]);
}

/**
 * The same for a form of React Hook Form.
 * @param onBack called after input was restored
 */
export function useSavedInput<V extends FieldValues>(
  name: string | undefined,
  form: UseFormReturn<V>,
  onBack: () => void,
): void {
  useStoredInput({
    name,
    isDirty: form.formState.isDirty,
    read: form.getValues,
    restore: (typed) => {
      for (const [field, value] of Object.entries(typed))
        form.setValue(field as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
      onBack();
    },
  });
}

/**
 * What a form dialog edits; null while closed. After a new login it reopens as it was when the session ended.
 * @param kind the first part of the form's name
 */
export function useOpenDialog<T>(kind: string): [T | null, (next: T | null) => void] {
  const userId = useAuth().user?.id;
  const [current, setCurrent] = useState<T | null>(() => savedDialog(kind, userId) as T | null);
  useEffect(() => setOpenDialog(kind, current), [kind, current]);
  return [current, setCurrent];
}
