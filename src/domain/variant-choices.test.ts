import { describe, expect, it } from 'vitest';
import { type Choosable, choiceHints, optionGroups } from './variant-choices.ts';

const variant = (options: Record<string, string>, swatch: string | null = null): Choosable => ({ options, swatch });

const mistSmall = variant({ Size: 'S', Colour: 'Mist' }, '#d6d4dc');
const mistLarge = variant({ Size: 'L', Colour: 'Mist' }, '#d6d4dc');
const coats = [
  mistSmall,
  mistLarge,
  variant({ Size: 'S', Colour: 'Clay' }, '#bd6647'),
  variant({ Size: 'L', Colour: 'Clay' }, '#bd6647'),
];

describe('what there is to choose', () => {
  it('begins with what is shown by its colour, whichever option comes first', () => {
    expect(optionGroups(coats).map(({ name }) => name)).toEqual(['Colour', 'Size']);
  });
});

describe('a swatch', () => {
  const swatchesOf = (variants: Choosable[], option: string) =>
    optionGroups(variants)
      .find(({ name }) => name === option)
      ?.values.map(({ swatch }) => swatch);

  it('stands for a colour', () => {
    expect(swatchesOf(coats, 'Colour')).toEqual(['#d6d4dc', '#bd6647']);
  });
  it('stands for no size, whose variants come in several colours, or all in the same one', () => {
    expect(swatchesOf(coats, 'Size')).toEqual([null, null]);
    expect(swatchesOf([mistSmall, mistLarge], 'Size')).toEqual([null, null]);
  });
  it('is missing where the merchant named no colour', () => {
    expect(swatchesOf([variant({ Finish: 'Oak' }), variant({ Finish: 'Ash' })], 'Finish')).toEqual([null, null]);
  });
});

describe('a card', () => {
  it('tells colours by swatches and sizes in words', () => {
    expect(choiceHints(coats)).toEqual([
      { name: 'Colour', values: ['Mist', 'Clay'], swatches: ['#d6d4dc', '#bd6647'], count: 2 },
      { name: 'Size', values: ['S', 'L'], swatches: [], count: 2 },
    ]);
  });
  it('tells the first five of many, and how many there are', () => {
    const sizes = Array.from({ length: 9 }, (_, index) => variant({ Size: String(36 + index) }));
    expect(choiceHints(sizes)).toEqual([
      { name: 'Size', values: ['36', '37', '38', '39', '40'], swatches: [], count: 9 },
    ]);
  });
  it('tells colours in words when one of them has no swatch', () => {
    const [hint] = choiceHints([variant({ Colour: 'Mist' }, '#d6d4dc'), variant({ Colour: 'Clear' })]);
    expect(hint).toMatchObject({ values: ['Mist', 'Clear'], swatches: [] });
  });
  it('tells nothing of what comes in one way alone', () => {
    expect(choiceHints([mistSmall, mistLarge]).map(({ name }) => name)).toEqual(['Size']);
    expect(choiceHints([])).toEqual([]);
  });
});
