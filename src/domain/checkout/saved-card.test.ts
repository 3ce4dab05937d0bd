import { expect, it } from 'vitest';
import { cardBrandName, isCardExpired } from './saved-card.ts';

it('accepts a card until the end of its month', () => {
  expect(isCardExpired({ month: 11, year: 2026 }, new Date('2026-11-30T23:59:59Z'))).toBe(false);
  expect(isCardExpired({ month: 11, year: 2026 }, new Date('2026-12-01T00:00:00Z'))).toBe(true);
  expect(isCardExpired({ month: 12, year: 2026 }, new Date('2026-12-31T12:00:00Z'))).toBe(false);
  expect(isCardExpired({ month: 12, year: 2026 }, new Date('2027-01-01T00:00:00Z'))).toBe(true);
});

it('names the brand of a card, and calls an unknown one a card', () => {
  expect(cardBrandName('amex')).toBe('American Express');
  expect(cardBrandName('eftpos_au')).toBe('Card');
});
