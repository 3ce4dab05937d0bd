import { describe, expect, it, test } from 'vitest';
import { optionGroups, pictureChoice } from '#domain/catalogue/variant-choices.ts';
import {
  addressOf,
  type Choices,
  chooseA,
  chosenVariant,
  clearedBy,
  firstChoice,
  pictureOf,
  withOptions,
} from '#web/shared/variants/choice.ts';
import { offerFor } from '#web/shared/variants/offer-for.ts';
import { offerOf } from '#web/shared/variants/offers.ts';
import type { Variant } from '#web/shared/variants/product.ts';
import type { ShownProduct } from '#web/shared/variants/shown-product.ts';
import { normalizeProduct } from './normalize-product.ts';

const SWATCHES: Record<string, string> = { Mist: '#d6d4dc', Clay: '#bd6647' };

let count = 0;
function variant(options: Record<string, string>, stock: number, image: string | null = null): Variant {
  count += 1;
  const swatch = SWATCHES[options.Colour ?? ''] ?? null;
  return { id: count, name: '', sku: '', options, price_modifier: '0.00', stock, image, swatch };
}

function productOf(variants: Variant[], images: string[] = []): Choices {
  const pictureChoices = images.map((image) => pictureChoice(variants, image));
  return { variants, groups: optionGroups(variants), images, pictureChoices };
}

const mistSmall = variant({ Colour: 'Mist', Size: 'S' }, 0, 'mist');
const mistLarge = variant({ Colour: 'Mist', Size: 'L' }, 3, 'mist');
const claySmall = variant({ Colour: 'Clay', Size: 'S' }, 2, 'clay');
const clayLarge = variant({ Colour: 'Clay', Size: 'L' }, 0, 'clay');
const coat = productOf([mistSmall, mistLarge, claySmall, clayLarge], ['clay', 'mist', 'detail']);
const address = (query = '') => new URLSearchParams(query);

describe('the first choice', () => {
  it('is the variant in the URL, even if sold out', () => {
    expect(firstChoice(coat, address(`variant=${clayLarge.id}`))).toEqual({ Colour: 'Clay', Size: 'L' });
  });
  it('is otherwise the colour of the first variant in stock, without a size', () => {
    expect(firstChoice(coat, address())).toEqual({ Colour: 'Mist' });
    expect(firstChoice(coat, address('variant=999'))).toEqual({ Colour: 'Mist' });
  });
  it('is the first colour when all are sold out', () => {
    expect(firstChoice(productOf([mistSmall, clayLarge]), address())).toEqual({ Colour: 'Mist' });
  });
  it('keeps the options in the URL that the product has', () => {
    expect(firstChoice(coat, address('Colour=Clay&Size=XXL&utm_source=mail'))).toEqual({ Colour: 'Clay' });
    expect(firstChoice(coat, address('Size=S'))).toEqual({ Colour: 'Clay', Size: 'S' });
  });
  it('leaves a size open when there are no colours, unless there is only one size', () => {
    const sizes = productOf([variant({ Size: '4' }, 1), variant({ Size: '5' }, 1)]);
    expect(firstChoice(sizes, address())).toEqual({});
    expect(firstChoice(productOf([variant({ Size: 'One size' }, 1)]), address())).toEqual({ Size: 'One size' });
  });
  it('is empty for a product without variants, which has no variant to choose', () => {
    expect(firstChoice(productOf([]), address('variant=1'))).toEqual({});
    expect(chosenVariant(productOf([]), {})).toBeNull();
  });
});

describe('choosing another colour', () => {
  it('keeps a size that is in stock', () => {
    const both = productOf([mistLarge, variant({ Colour: 'Clay', Size: 'L' }, 1)]);
    expect(withOptions(both, mistLarge.options, { Colour: 'Clay' })).toEqual({ Colour: 'Clay', Size: 'L' });
  });
  it('clears a size that is sold out in it, or that it does not come in', () => {
    expect(withOptions(coat, mistLarge.options, { Colour: 'Clay' })).toEqual({ Colour: 'Clay' });
    const uneven = productOf([mistLarge, mistSmall, claySmall]);
    expect(withOptions(uneven, mistLarge.options, { Colour: 'Clay' })).toEqual({ Colour: 'Clay' });
  });
});

describe('choosing a size', () => {
  it('keeps the colour, even if the size is sold out in it', () => {
    expect(withOptions(coat, { Colour: 'Clay' }, { Size: 'L' })).toEqual({ Colour: 'Clay', Size: 'L' });
  });
  it('clears a colour that does not come in the size, instead of choosing another', () => {
    const uneven = productOf([mistLarge, mistSmall, claySmall]);
    expect(withOptions(uneven, { Colour: 'Clay' }, { Size: 'L' })).toEqual({ Size: 'L' });
  });
});

describe('the picture of a choice', () => {
  it('is the one of its variant, or of its colour before a size is chosen', () => {
    expect(pictureOf(coat, mistLarge.options, 0)).toBe(1);
    expect(pictureOf(coat, { Colour: 'Mist' }, 0)).toBe(1);
    expect(pictureOf(coat, { Colour: 'Mist' }, 2)).toBe(1);
  });
  it('is never one of another colour while there is one of none', () => {
    const blank = productOf([mistLarge, variant({ Colour: 'Clay', Size: 'L' }, 1)], ['mist', 'detail']);
    expect(pictureOf(blank, { Colour: 'Clay' }, 0)).toBe(1);
  });
  it('stays as it is where no variant has one', () => {
    const sizes = productOf([variant({ Size: '4' }, 1), variant({ Size: '5' }, 1)], ['one', 'two']);
    expect(pictureOf(sizes, { Size: '5' }, 1)).toBe(1);
  });
});

test('names the options that the next choice no longer has', () => {
  expect(clearedBy({ Colour: 'Mist', Size: 'L' }, { Colour: 'Clay' })).toEqual({ Size: 'L' });
  expect(clearedBy({ Colour: 'Mist' }, { Colour: 'Clay', Size: 'S' })).toEqual({});
});

test('the URL contains the variant, or the chosen options, and keeps the rest', () => {
  const written = (choice: Record<string, string>, current: string) =>
    addressOf(coat, choice, address(current)).toString();
  expect(written({ Colour: 'Clay' }, 'variant=1&utm_source=mail')).toBe('utm_source=mail&Colour=Clay');
  expect(written(claySmall.options, 'Colour=Mist&ref=x')).toBe(`ref=x&variant=${claySmall.id}`);
});

test.each([
  ['Size', 'Choose a size'],
  ['Edition', 'Choose an edition'],
  ['RAM', 'Choose a RAM'],
])('the shopper must choose the option %s with %j', (option, sentence) => {
  expect(chooseA(option)).toBe(sentence);
});

describe('the price of a choice', () => {
  const lamp = normalizeProduct({ id: 1, name: 'Lamp', price: '30.00', sale_price: '20.00', stock: 9 });
  if (!lamp) throw new Error('The lamp is a product');
  const small = variant({ Size: 'S' }, 4);
  const large = { ...variant({ Size: 'L' }, 2), price_modifier: '5.00' };
  const offered = (variants: Variant[]): ShownProduct => ({
    ...lamp,
    ...productOf(variants),
    variants,
    offers: variants.map((one) => offerOf(lamp, one)),
  });

  it("is the price, or the sale price, plus the variant's difference", () => {
    expect(offerOf(lamp, null)).toEqual({ price: '30.00', sale_price: '20.00', saving: '10.00', stock: 9 });
    expect(offerOf(lamp, large)).toEqual({ price: '35.00', sale_price: '25.00', saving: '10.00', stock: 2 });
  });
  it('is the lowest price still available, with the total stock', () => {
    const offer = { price: '30.00', sale_price: '20.00', saving: '10.00' };
    expect(offerFor(offered([large, small]), {})).toEqual({ ...offer, stock: 6, most: 4, isFrom: true });
    expect(offerFor(offered([large, small]), { Size: 'S' })).toEqual({ ...offer, stock: 4, most: 4, isFrom: false });
  });
  it('ignores sold-out variants', () => {
    const offer = { price: '35.00', sale_price: '25.00', saving: '10.00', stock: 2, most: 2, isFrom: false };
    expect(offerFor(offered([{ ...small, stock: 0 }, large]), {})).toEqual(offer);
  });
});
