/** A domain that no mail server will ever have (RFC 2606). */
const ANONYMOUS_HOST = '@deleted.invalid';

/**
 * The email address in the records of a deleted account.
 * @param salt makes it different from any address that was registered before.
 */
export function anonymousEmail(userId: number, salt: string): string {
  return `deleted-${userId}-${salt}${ANONYMOUS_HOST}`;
}

/** Whether an address belongs to a deleted account: mails to it would reach nobody. */
export function isAnonymousEmail(email: string): boolean {
  return email.endsWith(ANONYMOUS_HOST);
}

/** Replaces the address in orders without a customer; the country stays, for tax reports. */
export const ANONYMOUS_ADDRESS = { line1: '—', city: '—', state: '—', postal_code: '—' };
