import { describe, expect, it } from 'vitest';
import { cardProblems, groupExpiry, groupNumber, readCard } from './card-text.ts';

const NOW = new Date(2026, 10, 21);
const GOOD = { number: '4242 4242 4242 4242', expiry: '12 / 28', cvc: '123' };

describe('what is typed into the card form', () => {
  it('groups the number as it stands on the card', () => {
    expect(groupNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(groupNumber('42424')).toBe('4242 4');
    expect(groupNumber('4242-4242 4242 4242')).toBe('4242 4242 4242 4242');
    expect(groupNumber('378282246310005')).toBe('3782 822463 10005');
  });

  it('ends without a space, so that Backspace takes a digit', () => {
    expect(groupNumber('4242')).toBe('4242');
    expect(groupExpiry('12')).toBe('12');
  });

  it('reads the expiry however it was typed or filled in', () => {
    expect(groupExpiry('1228')).toBe('12 / 28');
    expect(groupExpiry('4')).toBe('04');
    expect(groupExpiry('12/2028')).toBe('12 / 2028');
    expect(groupExpiry('1/28')).toBe('01 / 28');
    expect(groupExpiry(' 4/28')).toBe('04 / 28');
    expect(readCard({ ...GOOD, expiry: '12 / 28' })).toMatchObject({ month: 12, year: 2028 });
    expect(readCard({ ...GOOD, expiry: '12 / 2028' })).toMatchObject({ month: 12, year: 2028 });
  });

  it('finds nothing wrong with a good card', () => {
    expect(cardProblems(GOOD, NOW)).toEqual({});
  });

  it('asks for each field that was left blank', () => {
    expect(Object.keys(cardProblems({ number: '', expiry: '', cvc: '' }, NOW))).toEqual(['number', 'expiry', 'cvc']);
  });

  it('notices a mistyped digit before the provider is asked', () => {
    expect(cardProblems({ ...GOOD, number: '4242 4242 4242 4241' }, NOW).number).toBe('Your card number is incorrect.');
  });

  it('takes a card until the end of its month', () => {
    expect(cardProblems({ ...GOOD, expiry: '11 / 26' }, NOW)).toEqual({});
    expect(cardProblems({ ...GOOD, expiry: '10 / 26' }, NOW).expiry).toBe('This card has expired.');
    expect(cardProblems({ ...GOOD, expiry: '13 / 28' }, NOW).expiry).toContain('month and year');
    expect(cardProblems({ ...GOOD, expiry: '12' }, NOW).expiry).toContain('month and year');
  });
});
