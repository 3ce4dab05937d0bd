import { describe, expect, it } from 'vitest';
import { variantFor, withOption } from './choice.ts';
import { offerOf } from './offers.ts';
import type { Variant } from './product.ts';
import { toleratedProduct } from './tolerated-product.ts';

let count = 0;
function variant(options: Record<string, string>, stock: number, swatch: string | null = null): Variant {
  count += 1;
  return { id: count, name: '', sku: '', options, price_modifier: '0.00', stock, image: null, swatch };
}

const mistSmall = variant({ Colour: 'Mist', Size: 'S' }, 0, '#d6d4dc');
const mistLarge = variant({ Colour: 'Mist', Size: 'L' }, 3, '#d6d4dc');
const claySmall = variant({ Colour: 'Clay', Size: 'S' }, 2, '#bd6647');
const clayLarge = variant({ Colour: 'Clay', Size: 'L' }, 0, '#bd6647');
const coats = [mistSmall, mistLarge, claySmall, clayLarge];

describe('the variant that is shown as chosen', () => {
  it('is the one in the address, even sold out', () => {
    expect(variantFor(coats, String(clayLarge.id))).toBe(clayLarge);
  });
  it('is the first that can be bought when the address names none, or one of another product', () => {
    expect(variantFor(coats, null)).toBe(mistLarge);
    expect(variantFor(coats, '999')).toBe(mistLarge);
  });
  it('is the first when all are sold out, and none for a product without variants', () => {
    expect(variantFor([mistSmall, clayLarge], null)).toBe(mistSmall);
    expect(variantFor([], '1')).toBeNull();
  });
});

describe('choosing another colour', () => {
  it('keeps the size, even when that is sold out, so that nothing is chosen unasked', () => {
    expect(withOption(coats, mistLarge, 'Colour', 'Clay')).toBe(clayLarge);
  });
  it('takes a size that there is when the colour does not come in this one', () => {
    expect(withOption([mistLarge, claySmall], mistLarge, 'Colour', 'Clay')).toBe(claySmall);
  });
});

describe('what a choice costs', () => {
  const lamp = toleratedProduct({ id: 1, name: 'Lamp', price: '30.00', sale_price: '20.00', stock: 9 });
  const large = { ...variant({ Size: 'L' }, 2), price_modifier: '5.00' };

  it('is the price, or the sale price, and what the variant costs more', () => {
    expect(lamp && offerOf(lamp, null)).toEqual({
      price: '30.00',
      sale_price: '20.00',
      saving: '10.00',
      stock: 9,
    });
    expect(lamp && offerOf(lamp, large)).toEqual({
      price: '35.00',
      sale_price: '25.00',
      saving: '10.00',
      stock: 2,
    });
  });
});
