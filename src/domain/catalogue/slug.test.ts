import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productSlug, RESERVED_PRODUCT_SLUGS, slugOf, uniqueSlug } from './slug.ts';

describe('a slug', () => {
  it.each([
    ['Electronics', 'electronics'],
    ['Home & Garden', 'home-garden'],
    ['Sports  &  Outdoors', 'sports-outdoors'],
    ["Men's T-Shirts", 'mens-t-shirts'],
    ['a - b', 'a-b'],
    ['a--b', 'a-b'],
    ['4K TV (55")', '4k-tv-55'],
    ['  Books  ', 'books'],
    ['-50% off!', '50-off'],
    ['Café Crème', 'cafe-creme'],
    ['日本', ''],
    ['snake_case', 'snakecase'],
  ])('of %j is %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('is empty or fits a URL, and is its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const slug = slugOf(name);
        expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slugOf(slug)).toBe(slug);
      }),
    );
  });

  it('of a product contains a letter, so that it never looks like an id', () => {
    expect(productSlug('1984')).toBe('product-1984');
    expect(productSlug('日本')).toBe('product');
    expect(productSlug('Blue Mug')).toBe('blue-mug');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(productSlug(name)).toMatch(/^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    );
  });

  it.each(RESERVED_PRODUCT_SLUGS)('of a product is never %j, which is another path', (word) => {
    expect(productSlug(word.toUpperCase())).toBe(`product-${word}`);
    expect(productSlug(`${word} 2`)).toBe(`${word}-2`);
  });

  it('that is taken gets the first free number', () => {
    expect(uniqueSlug('mug', new Set())).toBe('mug');
    expect(uniqueSlug('mug', new Set(['mug']))).toBe('mug-2');
    expect(uniqueSlug('mug', new Set(['mug', 'mug-2', 'mug-4']))).toBe('mug-3');
  });
});
