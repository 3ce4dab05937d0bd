/** 'Remember me' (storefront §2): the address with which somebody logged in here, filled in the next time. */
const KEY = 'remembered_email';

export const rememberedEmail = (): string | null => localStorage.getItem(KEY);

/** @param email null forgets the last one */
export function rememberEmail(email: string | null): void {
  if (email === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, email);
}
