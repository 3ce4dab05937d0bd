import { onDevice } from '#web/api/browser-storage.ts';

/** 'Remember me' (storefront §2): the last login's address, filled in next time. */
const KEY = 'remembered_email';

export const rememberedEmail = (): string | null => onDevice.read(KEY);

/** @param email null forgets the last one */
export function rememberEmail(email: string | null): void {
  if (email === null) onDevice.remove(KEY);
  else onDevice.write(KEY, email);
}
