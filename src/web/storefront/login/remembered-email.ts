import { type RefObject, useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { onDevice } from '#web/api/browser-storage.ts';

/** 'Remember me' (storefront §2): the last login's address, filled in next time. */
const KEY = 'remembered_email';

/** @param email null forgets the last one */
export function rememberEmail(email: string | null): void {
  if (email === null) onDevice.remove(KEY);
  else onDevice.write(KEY, email);
}

interface LoginValues {
  email: string;
  password: string;
  remember: boolean;
}

/**
 * Fills in the remembered email address after hydration, because only this browser stores it. Keeps what the visitor or a password
 * manager has entered before.
 * @returns the ref of the form
 */
export function useRememberedEmail({ setValue }: UseFormReturn<LoginValues>): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const email = onDevice.read(KEY);
    const field = element.current?.elements.namedItem('email');
    if (email === null || (field instanceof HTMLInputElement && field.value !== '')) return;
    setValue('email', email);
    setValue('remember', true);
  }, [setValue]);
  return element;
}
