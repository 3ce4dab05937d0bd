import { createHash, timingSafeEqual } from 'node:crypto';
import type { Audience } from '../payment-intents/intent.view.ts';
import type { Form } from './form-body.ts';
import { StripeFailure } from './stripe-failure.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

export interface ApiKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
}

function keyOf(authorization: string | undefined, params: Form): string | undefined {
  const [, scheme = '', credentials = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return credentials;
  // Basic authentication: the key is the user name, the password is empty.
  if (scheme !== '') return Buffer.from(credentials, 'base64').toString().split(':', 1)[0];
  return typeof params.key === 'string' ? params.key : undefined;
}

const unauthorized = (message: string): StripeFailure =>
  new StripeFailure(401, { type: 'invalid_request_error', message });

/**
 * Authenticates the caller by the key (bearer, basic, or the parameter `key`).
 * @throws StripeFailure 401 without a valid key; 403 `secret_key_required` when a publishable key is not enough.
 */
export function authenticate(
  keys: ApiKeys,
  request: { authorization: string | undefined; params: Form; isOpenToBrowsers: boolean },
): Audience {
  const key = keyOf(request.authorization, request.params);
  if (key === undefined) {
    throw unauthorized('You did not provide an API key. Send it as a bearer token in the Authorization header.');
  }
  if (isSameSecret(key, keys.secretKey)) return 'secret';
  if (!isSameSecret(key, keys.publishableKey)) throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****`);
  if (request.isOpenToBrowsers) return 'publishable';
  throw new StripeFailure(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}
