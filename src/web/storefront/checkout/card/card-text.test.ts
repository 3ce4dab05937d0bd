import { describe, expect, it } from 'vitest';
import { cardProblems, groupExpiry, groupNumber, readCard } from './card-text.ts';

const NOW = new Date(2026, 10, 21);
const GOOD = { number: '4242 4242 4242 4242', expiry: '12 / 28', cvc: '123' };

describe('input of the card form', () => {
  it('groups the number as printed on the card', () => {
    expect(groupNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(groupNumber('42424')).toBe('4242 4');
    expect(groupNumber('4242-4242 4242 4242')).toBe('4242 4242 4242 4242');
    expect(groupNumber('378282246310005')).toBe('3782 822463 10005');
  });

  it('has no trailing space, so that Backspace removes a digit', () => {
    expect(groupNumber('4242')).toBe('4242');
    expect(groupExpiry('12')).toBe('12');
  });

  it('parses the expiry date in any format', () => {
    expect(groupExpiry('1228')).toBe('12 / 28');
    expect(groupExpiry('4')).toBe('04');
    expect(groupExpiry('12/2028')).toBe('12 / 2028');
    expect(groupExpiry('1/28')).toBe('01 / 28');
    expect(groupExpiry(' 4/28')).toBe('04 / 28');
    expect(readCard({ ...GOOD, expiry: '12 / 28' })).toMatchObject({ month: 12, year: 2028 });
    expect(readCard({ ...GOOD, expiry: '12 / 2028' })).toMatchObject({ month: 12, year: 2028 });
  });

  it('accepts a valid card', () => {
    expect(cardProblems(GOOD, NOW)).toEqual({});
  });

  it('reports each blank field', () => {
    expect(Object.keys(cardProblems({ number: '', expiry: '', cvc: '' }, NOW))).toEqual(['number', 'expiry', 'cvc']);
  });

  it('detects a mistyped digit before the provider is asked', () => {
    expect(cardProblems({ ...GOOD, number: '4242 4242 4242 4241' }, NOW).number).toBe('Your card number is incorrect.');
  });

  it('accepts a card until the end of its month', () => {
    expect(cardProblems({ ...GOOD, expiry: '11 / 26' }, NOW)).toEqual({});
    expect(cardProblems({ ...GOOD, expiry: '10 / 26' }, NOW).expiry).toBe('This card has expired.');
    expect(cardProblems({ ...GOOD, expiry: '13 / 28' }, NOW).expiry).toContain('month and year');
    expect(cardProblems({ ...GOOD, expiry: '12' }, NOW).expiry).toContain('month and year');
  });
});
