import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { isSessionRefused } from '#web/api/saved-session.ts';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { keepTyped, noteOpened, openedBefore, takeTyped } from './typed-before.ts';

/**
 * Keeps what is unsaved when the session ends under a form, whichever call found that out, and puts it in again after the
 * next login.
 * @param name the form and what it is about, such as `category:7`; without one nothing is kept
 * @param onBack is told when something has been put in
 */
export function useTypedBefore<V extends FieldValues>(
  name: string | undefined,
  form: UseFormReturn<V>,
  onBack: () => void,
): void {
  const userId = useAuth().user?.id;
  const { isDirty } = form.formState;
  const latest = useRef({ name, userId, isDirty, onBack });
  useEffect(() => {
    // When the form goes, nobody is signed in any more.
    latest.current = { name, userId: userId ?? latest.current.userId, isDirty, onBack };
  });

  useEffect(
    () => () => {
      const { name: form_, userId: whose, isDirty: isUnsaved } = latest.current;
      if (form_ !== undefined && whose !== undefined && isUnsaved && isSessionRefused())
        keepTyped(form_, whose, form.getValues());
    },
    [form],
  );
  useEffect(() => {
    const typed = name === undefined || userId === undefined ? null : takeTyped(name, userId);
    if (!typed) return;
    // After the effects of the form around it, which may fill it with what the shop holds.
    queueMicrotask(() => {
      for (const [field, value] of Object.entries(typed))
        form.setValue(field as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
      latest.current.onBack();
    });
  }, [name, userId, form]);
}

/**
 * What a dialog with a form is open with; null while it is closed. After a new login it is open as it was when the
 * session ended under it.
 * @param kind the first part of the form's name
 */
export function useOpened<T>(kind: string): [T | null, (next: T | null) => void] {
  const userId = useAuth().user?.id;
  const [current, setCurrent] = useState<T | null>(() => openedBefore(kind, userId) as T | null);
  useEffect(() => noteOpened(kind, current), [kind, current]);
  return [current, setCurrent];
}
