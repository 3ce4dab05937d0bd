import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '#domain/checkout/shipping.ts';
import { demoAdmin, demoCustomers, demoShopper } from './customers.ts';

const POSTAL_CODES = {
  US: /^\d{5}$/,
  CA: /^[A-Z]\d[A-Z] \d[A-Z]\d$/,
  UK: /^[A-Z]{1,2}\d{1,2} \d[A-Z]{2}$/,
};

describe('the people of the demo shop', () => {
  const everybody = [demoAdmin, demoShopper, ...demoCustomers];

  it('have unique addresses at reserved mail domains', () => {
    for (const { email } of everybody) expect(email).toMatch(/^[a-z0-9.]+@(example\.com|stoa\.test)$/);
    expect(new Set(everybody.map(({ email }) => email)).size).toBe(everybody.length);
  });

  it('live in every country the shop ships to, with addresses in its format', () => {
    expect(new Set(everybody.map(({ address }) => address.country))).toEqual(new Set(COUNTRIES));
    for (const { name, address } of everybody) {
      expect(address.name).toBe(name);
      expect(address.postal_code, name).toMatch(POSTAL_CODES[address.country]);
    }
  });

  it('have diverse names: accents, hyphens, other scripts', () => {
    const names = demoCustomers.map(({ name }) => name).join(' ');
    for (const pattern of [
      /\p{Script=Han}/u,
      /\p{Script=Cyrillic}/u,
      /\p{Script=Greek}/u,
      /\p{Script=Hangul}/u,
      /é/,
      /-/,
      /’/,
    ]) {
      expect(names).toMatch(pattern);
    }
  });
});
