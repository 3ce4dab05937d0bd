/** A name that no mail server will ever have (RFC 2606). */
const ANONYMOUS_HOST = '@deleted.invalid';

/**
 * The mail address under which the records of a deleted account go on.
 * @param salt keeps it from being one that somebody registered before.
 */
export function anonymousEmail(userId: number, salt: string): string {
  return `deleted-${userId}-${salt}${ANONYMOUS_HOST}`;
}

/** Whether the person behind an address is gone: mails to it would reach nobody. */
export function isAnonymousEmail(email: string): boolean {
  return email.endsWith(ANONYMOUS_HOST);
}

/** Replaces the address in orders without a customer; the country stays, for tax reports. */
export const ANONYMOUS_ADDRESS = { line1: '—', city: '—', state: '—', postal_code: '—' };
