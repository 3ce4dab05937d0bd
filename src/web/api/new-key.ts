/**
 * A new Idempotency-Key. `crypto.randomUUID` is only there over HTTPS and on this machine; a shop is tried over plain
 * HTTP too, from the phone beside the computer.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
