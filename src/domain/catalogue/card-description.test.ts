import { describe, expect, it } from 'vitest';
import { cardDescription } from './card-description.ts';

describe('the description on a product card', () => {
  it.each([
    ['a short one whole', 'A mug.', 'A mug.'],
    ['exactly 100 characters whole', 'x'.repeat(100), 'x'.repeat(100)],
    ['the first 100 characters of a longer one', 'x'.repeat(101), `${'x'.repeat(100)}…`],
    [
      'whole words only',
      'A stoneware teapot for four cups, with a strainer that lifts out and a bamboo handle which stays cool while pouring.',
      'A stoneware teapot for four cups, with a strainer that lifts out and a bamboo handle which stays…',
    ],
    ['a word that ends at 100 characters', `${'mug '.repeat(24)}four and more`, `${'mug '.repeat(24)}four…`],
    ['no comma before the ellipsis', `${'x'.repeat(98)}, and more`, `${'x'.repeat(98)}…`],
    ['a long word only where it fits', `Die ${'x'.repeat(30)} ${'y'.repeat(80)}`, `Die ${'x'.repeat(30)}…`],
    ['no space before the ellipsis', `${'x'.repeat(99)} yes`, `${'x'.repeat(99)}…`],
    ['100 emoji whole', '🫖'.repeat(100), '🫖'.repeat(100)],
    ['no half emoji', '🫖'.repeat(150), `${'🫖'.repeat(100)}…`],
    ['nothing of nothing', '', ''],
  ])('shows %s', (_, description, shown) => {
    expect(cardDescription(description)).toBe(shown);
  });
});
