import { describe, expect, it } from 'vitest';
import type { ServerCart } from '#web/shared/cart/cart-item.ts';
import { cartChanges } from './cart-changes.ts';
import type { Quote } from './quote.ts';

const TEAPOT = {
  product_id: 1,
  name: 'Teapot',
  variant_name: null,
  image: null,
  unit_price: '20.00',
  quantity: 2,
  line_total: '40.00',
};

const quoteOf = (...items: Quote['items']): Quote => ({
  items,
  coupon_code: null,
  cart_total: '40.00',
  currency: 'usd',
  totals: { subtotal: '40.00', discount: '0.00', tax: '3.20', shipping: '10.00', total: '53.20' },
  shipping_method: 'flat',
  shipping_options: [],
  countries: ['US'],
});

type Line = ServerCart['items'][number];

const lineOf = ({ name = 'Teapot', stock = 9, ...line }: Partial<Line> & { name?: string; stock?: number }): Line => ({
  id: 1,
  product: { id: 1, name, slug: 'x', brand: null, images: [], price: '20.00', sale_price: null, stock },
  variant: null,
  quantity: 2,
  unit_price: '20.00',
  line_total: '40.00',
  previous_unit_price: null,
  problem: null,
  ...line,
});

const cartOf = (total: string, ...items: Line[]): ServerCart => ({
  items,
  itemCount: 0,
  subtotal: total,
  discount: '0.00',
  total,
  coupon: null,
});

describe('changes of a cart since the checkout showed it', () => {
  it('are empty when it is the same', () => {
    expect(cartChanges(quoteOf(TEAPOT), cartOf('40.00', lineOf({})))).toEqual([]);
  });

  it('include a new price and the new total', () => {
    expect(cartChanges(quoteOf(TEAPOT), cartOf('36.00', lineOf({ unit_price: '18.00' })))).toEqual([
      'Teapot costs $18.00 instead of $20.00.',
      'The cart comes to $36.00 instead of $40.00.',
    ]);
  });

  it('include added and removed items', () => {
    expect(cartChanges(quoteOf(TEAPOT), cartOf('40.00', lineOf({ name: 'Lamp' })))).toEqual([
      'Teapot is no longer in your cart.',
      'Lamp was added.',
    ]);
  });

  it('distinguish the variants of a product', () => {
    const blue = { ...TEAPOT, variant_name: 'Blue' };
    const green = lineOf({ variant: { id: 2, name: 'Green', options: {}, price_modifier: '0.00' } });
    expect(cartChanges(quoteOf(blue), cartOf('40.00', green))).toEqual([
      'Teapot, Blue is no longer in your cart.',
      'Teapot, Green was added.',
    ]);
  });

  it('names an option whose price changed, and one that is gone', () => {
    const wrap = { label: 'Gift wrap', value: 'Kraft paper', amount: '9.00' };
    const card = { label: 'Card', value: null, amount: '2.00' };
    const seen = quoteOf({ ...TEAPOT, adjustments: [wrap, card] });
    const fresh = lineOf({ adjustments: [{ ...wrap, amount: '10.00' }] });
    expect(cartChanges(seen, cartOf('40.00', fresh))).toEqual([
      'Teapot: Gift wrap: Kraft paper costs $10.00 instead of $9.00.',
      'Teapot: Card was removed.',
    ]);
  });

  it('says what can no longer be bought', () => {
    const sold = lineOf({ problem: 'sold_out', stock: 0 });
    const few = lineOf({ problem: 'not_enough_stock', stock: 1 });
    expect(cartChanges(quoteOf(TEAPOT), cartOf('40.00', sold))).toEqual(['Teapot is out of stock.']);
    expect(cartChanges(quoteOf(TEAPOT), cartOf('40.00', few))).toEqual(['Only 1 left of Teapot.']);
  });
});
