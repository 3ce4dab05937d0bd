import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { isSessionRefused } from '#web/api/saved-session.ts';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { savedDialog, saveInput, setOpenDialog, takeSavedInput } from './saved-input.ts';

/**
 * Stores unsaved input when the session ends during editing, whichever call found that out, and restores it after the
 * next login.
 * @param name the form and its record, such as `category:7`; without one nothing is stored
 * @param onBack called after input was restored
 */
export function useSavedInput<V extends FieldValues>(
  name: string | undefined,
  form: UseFormReturn<V>,
  onBack: () => void,
): void {
  const userId = useAuth().user?.id;
  const { isDirty } = form.formState;
  const latest = useRef({ name, userId, isDirty, onBack });
  useEffect(() => {
    // When the form unmounts after a logout, nobody is signed in any more.
    latest.current = { name, userId: userId ?? latest.current.userId, isDirty, onBack };
  });

  useEffect(
    () => () => {
      const { name: form_, userId: whose, isDirty: isUnsaved } = latest.current;
      if (form_ !== undefined && whose !== undefined && isUnsaved && isSessionRefused())
        saveInput(form_, whose, form.getValues());
    },
    [form],
  );
  useEffect(() => {
    const typed = name === undefined || userId === undefined ? null : takeSavedInput(name, userId);
    if (!typed) return;
    // After the effects of the surrounding form, which may fill it with the server's values.
    queueMicrotask(() => {
      for (const [field, value] of Object.entries(typed))
        form.setValue(field as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
      latest.current.onBack();
    });
  }, [name, userId, form]);
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
