import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PASSWORD_RULES, passwordRules, unmetPasswordRules } from './password-rules.ts';

const strict = { passwordMinLength: 10, requireUppercase: true, requireNumbers: true, requireSpecialChars: true };
const lax = { passwordMinLength: 6, requireUppercase: false, requireNumbers: false, requireSpecialChars: false };

describe('a password', () => {
  it.each([
    ['Passw0rd', []],
    ['Passw0r', ['length']],
    ['passw0rd', ['uppercase']],
    ['Password', ['number']],
    ['', ['length', 'uppercase', 'number']],
    ['ÄRGERLICH٣', []],
    ['A1😀😀😀😀😀', ['length']],
  ])('%j misses %j of the default rules', (password, unmet) => {
    expect(unmetPasswordRules(password, DEFAULT_PASSWORD_RULES).map(({ rule }) => rule)).toEqual(unmet);
  });

  it.each([
    ['Passw0rd-1', []],
    ['Pass w0rd1', []],
    ['Passw0rdd1', ['special']],
    ['Passw0rdé1', ['special']],
  ])('%j misses %j when a special character is required', (password, unmet) => {
    expect(unmetPasswordRules(password, strict).map(({ rule }) => rule)).toEqual(unmet);
  });

  it('only needs the minimum length when nothing else is required', () => {
    expect(passwordRules(lax)).toEqual([{ rule: 'length', sentence: 'Must be at least 6 characters long.' }]);
    expect(unmetPasswordRules('aaaaaa', lax)).toEqual([]);
  });

  it('reports violations in the words of the registration form', () => {
    expect(unmetPasswordRules('Ab1', DEFAULT_PASSWORD_RULES)).toEqual([
      { rule: 'length', sentence: 'Must be at least 8 characters long.' },
    ]);
  });

  it('that is valid stays valid with more characters', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (password, more) => {
        fc.pre(unmetPasswordRules(password, lax).length === 0);
        expect(unmetPasswordRules(password + more, lax)).toEqual([]);
      }),
    );
  });
});
