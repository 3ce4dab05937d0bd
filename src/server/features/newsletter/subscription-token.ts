import { hashToken, type Sealer } from '#server/platform/security/sealing.ts';

const KIND = 'newsletter ';

/**
 * A further token for a subscription, of which only the hash of the first token is stored. Earlier tokens stay valid: anybody
 * can request a mail to a subscribed address, and that must not break the links its owner has.
 */
export const furtherToken = (sealer: Pick<Sealer, 'seal'>, storedHash: Buffer): string =>
  sealer.seal(KIND + storedHash.toString('base64url')).toString('base64url');

/** The hash stored with the subscription that a token is for. */
export function storedHashOf(sealer: Pick<Sealer, 'open'>, token: string): Buffer {
  try {
    const opened = sealer.open(Buffer.from(token, 'base64url'));
    if (opened.startsWith(KIND)) return Buffer.from(opened.slice(KIND.length), 'base64url');
  } catch {
    // Not sealed: a first token.
  }
  return hashToken(token);
}
