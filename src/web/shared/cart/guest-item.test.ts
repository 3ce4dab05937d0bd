import { describe, expect, it } from 'vitest';
import { asCart } from './guest-cart.ts';
import { asGuestItem, type GuestItem } from './guest-item.ts';
import { renewedEntry } from './refresh-guest-cart.ts';

const LAMP = { id: 7, name: 'Lamp', slug: 'lamp', brand: null, images: [], price: '40.00', sale_price: null, stock: 5 };
const entry = (more: Partial<GuestItem> = {}): GuestItem => ({ id: '7', product: LAMP, quantity: 2, ...more });

type Product = NonNullable<Parameters<typeof renewedEntry>[1]>;
const productNow = (more: Partial<Product> = {}): Product => ({ ...LAMP, variants: [], ...more }) as Product;
const BLUE = {
  id: 3,
  name: 'Blue',
  sku: 'L-B',
  options: { Colour: 'Blue' },
  price_modifier: '5.00',
  stock: 4,
  image: null,
  swatch: null,
};

const lineAfter = (before: GuestItem, product: Product | null | undefined) =>
  asCart([renewedEntry(before, product)]).items[0];

describe('a stored entry of a guest’s cart', () => {
  it('needs only the specified fields', () => {
    const read = asGuestItem({ id: 'a', product: { id: 7, name: 'Lamp', price: '40.00' }, quantity: 2 });
    expect(read && asCart([read])).toMatchObject({ itemCount: 2, total: '80.00', items: [{ problem: null }] });
  });

  it.each([
    null,
    'Lamp',
    {},
    { product: { id: 7, price: '40.00' } },
    { product: { id: 7, price: '40.00' }, quantity: 0 },
    { product: { id: -7, price: '40.00' }, quantity: 1 },
    { product: { id: 7, price: 'much' }, quantity: 1 },
    { product: { id: 7, price: '40.00' }, quantity: 1, selectedVariant: { id: 'blue' } },
  ])('is ignored when it is %j', (value) => {
    expect(asGuestItem(value)).toBeNull();
  });

  it('has at most the units of a line', () => {
    expect(asGuestItem({ product: { id: 7, price: 40 }, quantity: 1e9 })).toMatchObject({
      quantity: 999,
      product: { price: '40.00' },
    });
  });
});

describe('a refreshed entry of a guest’s cart', () => {
  it('has the current price, and remembers the earlier one', () => {
    const line = lineAfter(entry(), productNow({ sale_price: '30.00' }));
    expect(line).toMatchObject({ unit_price: '30.00', line_total: '60.00', previous_unit_price: '40.00' });
  });

  it('remembers the price at which it was added, however often it is refreshed', () => {
    const once = renewedEntry(entry(), productNow({ price: '30.00' }));
    expect(lineAfter(once, productNow({ price: '35.00' }))).toMatchObject({ previous_unit_price: '40.00' });
    expect(lineAfter(once, productNow())).toMatchObject({ previous_unit_price: null });
  });

  it('says what can no longer be bought', () => {
    expect(lineAfter(entry(), productNow({ stock: 0 }))?.problem).toBe('sold_out');
    expect(lineAfter(entry(), productNow({ stock: 1 }))?.problem).toBe('not_enough_stock');
    expect(lineAfter(entry(), null)?.problem).toBe('not_available');
    expect(lineAfter(renewedEntry(entry(), null), productNow())?.problem).toBeNull();
  });

  it('counts the stock and the price of its variant', () => {
    const blue = entry({ selectedVariant: { id: 3, name: 'Blue', options: {}, priceModifier: '0.00' } });
    const line = lineAfter(blue, productNow({ stock: 50, variants: [BLUE] }));
    expect(line).toMatchObject({ unit_price: '45.00', product: { stock: 4 }, problem: null });
    expect(lineAfter(blue, productNow())?.problem).toBe('not_available');
    expect(lineAfter(entry(), productNow({ variants: [BLUE] }))?.problem).toBe('not_available');
  });

  it('is unchanged while the shop is unavailable', () => {
    expect(renewedEntry(entry(), undefined)).toEqual(entry());
  });
});
