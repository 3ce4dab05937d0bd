import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 24 characters of 62 are 142 random bits: enough for an id that is also a secret. */
const LENGTH = 24;

/** Unguessable random letters and digits. */
export function randomWord(): string {
  let word = '';
  for (let i = 0; i < LENGTH; i += 1) word += ALPHABET.charAt(randomInt(ALPHABET.length));
  return word;
}

/** An id in Stripe's format, such as `pi_3QXk…`. */
export function newId(prefix: 'pi' | 'pm' | 'cus' | 'ch' | 're' | 'evt' | 'req'): string {
  return `${prefix}_${randomWord()}`;
}
