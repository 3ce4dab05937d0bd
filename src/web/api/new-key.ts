/**
 * A new idempotency key. `crypto.randomUUID` exists only over HTTPS and on localhost; shops are also tried over plain
 * HTTP, for example from a phone.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
