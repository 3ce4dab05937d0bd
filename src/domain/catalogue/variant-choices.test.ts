import { describe, expect, it } from 'vitest';
import { type Choosable, choiceHints, optionGroups, pictureChoice } from './variant-choices.ts';

const variant = (options: Record<string, string>, swatch: string | null = null): Choosable => ({ options, swatch });

const mistSmall = variant({ Size: 'S', Colour: 'Mist' }, '#d6d4dc');
const mistLarge = variant({ Size: 'L', Colour: 'Mist' }, '#d6d4dc');
const coats = [
  mistSmall,
  mistLarge,
  variant({ Size: 'S', Colour: 'Clay' }, '#bd6647'),
  variant({ Size: 'L', Colour: 'Clay' }, '#bd6647'),
];

describe('the options of a product', () => {
  it('are in the merchant’s order', () => {
    expect(optionGroups(coats).map(({ name }) => name)).toEqual(['Size', 'Colour']);
    const byColour = coats.map(({ options: { Size = '', Colour = '' }, swatch }) => variant({ Colour, Size }, swatch));
    expect(optionGroups(byColour).map(({ name }) => name)).toEqual(['Colour', 'Size']);
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
  it('stands for no size whose variants come in several colours, or all in the same one', () => {
    expect(swatchesOf(coats, 'Size')).toEqual([null, null]);
    expect(swatchesOf([mistSmall, mistLarge], 'Size')).toEqual([null, null]);
  });
  it('stands for no size even if each size comes in only one colour', () => {
    const uneven = [
      variant({ Colour: 'Mist', Size: 'S' }, '#d6d4dc'),
      variant({ Colour: 'Clay', Size: 'L' }, '#bd6647'),
    ];
    expect(swatchesOf(uneven, 'Colour')).toEqual(['#d6d4dc', '#bd6647']);
    expect(swatchesOf(uneven, 'Size')).toEqual([null, null]);
  });
  it('is missing where the merchant named no colour', () => {
    expect(swatchesOf([variant({ Finish: 'Oak' }), variant({ Finish: 'Ash' })], 'Finish')).toEqual([null, null]);
  });
});

describe('a card', () => {
  it('shows colours as swatches and sizes as text', () => {
    expect(choiceHints(coats)).toEqual([
      { name: 'Size', values: ['S', 'L'], swatches: [], count: 2 },
      { name: 'Colour', values: ['Mist', 'Clay'], swatches: ['#d6d4dc', '#bd6647'], count: 2 },
    ]);
  });
  it('shows as many values in words as fit on one line, and how many there are', () => {
    const hint = (...values: string[]) => {
      const [{ values: shown, count } = { values: [], count: 0 }] = choiceHints(
        values.map((Size) => variant({ Size })),
      );
      return [shown.join(', '), count - shown.length];
    };
    expect(hint('XS', 'S', 'M', 'L', 'XL', 'XXL')).toEqual(['XS, S, M, L, XL, XXL', 0]);
    expect(hint('US 7', 'US 8', 'US 9', 'US 10', 'US 11', 'US 12')).toEqual(['US 7, US 8, US 9, US 10', 2]);
    expect(hint('Grip 1', 'Grip 2', 'Grip 3', 'Grip 4')).toEqual(['Grip 1, Grip 2, Grip 3', 1]);
    expect(hint('Single, without headboard', 'Double, without headboard')).toEqual(['Single, without headboard', 1]);
  });
  it('shows at most five swatches', () => {
    const colours = Array.from({ length: 7 }, (_, index) => variant({ Colour: `No. ${index}` }, `#00000${index}`));
    expect(choiceHints(colours)).toMatchObject([{ values: { length: 5 }, swatches: { length: 5 }, count: 7 }]);
  });
  it('shows colours as text when one of them has no swatch', () => {
    const [hint] = choiceHints([variant({ Colour: 'Mist' }, '#d6d4dc'), variant({ Colour: 'Clear' })]);
    expect(hint).toMatchObject({ values: ['Mist', 'Clear'], swatches: [] });
  });
  it('omits options with a single value', () => {
    expect(choiceHints([mistSmall, mistLarge]).map(({ name }) => name)).toEqual(['Size']);
    expect(choiceHints([])).toEqual([]);
  });
});

describe('a picture', () => {
  const pictured = (image: string | null, options: Record<string, string>, swatch: string | null = null) => ({
    ...variant(options, swatch),
    image,
  });

  it('selects the colour that it shows, not a size, even if only one size has the picture', () => {
    const variants = [
      pictured('mist', { Colour: 'Mist', Size: 'S' }, '#d6d4dc'),
      pictured(null, { Colour: 'Mist', Size: 'L' }, '#d6d4dc'),
      pictured('clay', { Colour: 'Clay', Size: 'S' }, '#bd6647'),
      pictured('clay', { Colour: 'Clay', Size: 'L' }, '#bd6647'),
    ];
    expect(pictureChoice(variants, 'mist')).toEqual({ Colour: 'Mist' });
    expect(pictureChoice(variants, 'clay')).toEqual({ Colour: 'Clay' });
  });
  it('selects the size if each size has its own picture', () => {
    const variants = [pictured('a4', { Size: 'A4' }), pictured('a3', { Size: 'A3' })];
    expect(pictureChoice(variants, 'a3')).toEqual({ Size: 'A3' });
    const each = [
      pictured('mist-s', { Colour: 'Mist', Size: 'S' }, '#d6d4dc'),
      pictured('mist-l', { Colour: 'Mist', Size: 'L' }, '#d6d4dc'),
    ];
    expect(pictureChoice(each, 'mist-l')).toEqual({ Size: 'L' });
  });
  it('selects the only colour that has a picture', () => {
    const variants = [
      pictured('red', { Colour: 'Red', Size: 'S' }),
      pictured('red', { Colour: 'Red', Size: 'L' }),
      pictured(null, { Colour: 'Blue', Size: 'S' }),
    ];
    expect(pictureChoice(variants, 'red')).toEqual({ Colour: 'Red' });
  });
  it('selects nothing if it belongs to no variant, or to all of them', () => {
    const variants = [pictured('both', { Size: 'S' }), pictured('both', { Size: 'L' })];
    expect(pictureChoice(variants, 'both')).toEqual({});
    expect(pictureChoice(variants, 'detail')).toEqual({});
  });
});
