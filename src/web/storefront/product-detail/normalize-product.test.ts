import { describe, expect, it } from 'vitest';
import { normalizeProduct } from './normalize-product.ts';

describe('a product with other field names', () => {
  it('is accepted as data or inside it', () => {
    const product = { id: 7, name: 'Lamp', price: '12.00' };
    expect(normalizeProduct(product)).toEqual(normalizeProduct({ product }));
    expect(normalizeProduct(product)).toMatchObject({
      id: 7,
      name: 'Lamp',
      price: '12.00',
      sale_price: null,
      stock: 0,
    });
  });

  it.each([
    [{ stock_quantity: 4 }, { stock: 4 }],
    [{ quantity: '3' }, { stock: 3 }],
    [{ regular_price: 9.5 }, { price: '9.50' }],
    [
      { price: '10.00', sale_price: 8 },
      { price: '10.00', sale_price: '8.00' },
    ],
    [{ SKU: 'L-1' }, { sku: 'L-1' }],
    [{ category_name: 'Lamps', category_id: 3 }, { category: { id: 3, name: 'Lamps', slug: '' } }],
    [{ category: 'Lamps' }, { category: { id: 0, name: 'Lamps', slug: '' } }],
    [{ image: '/lamp.png' }, { images: ['/lamp.png'] }],
    [{ images: [{ url: '/a.png' }, { url: '/b.png' }] }, { images: ['/a.png', '/b.png'] }],
    [
      { rating: 4.5, reviews_count: 12 },
      { average_rating: '4.5', review_count: 12 },
    ],
  ])('%j is read', (given, expected) => {
    expect(normalizeProduct({ id: 7, name: 'Lamp', ...given })).toMatchObject(expected);
  });

  it('is rejected without an id and a name', () => {
    for (const data of [null, 'lamp', [], { product: {} }, { id: 7 }, { name: 'Lamp' }]) {
      expect(normalizeProduct(data)).toBeNull();
    }
  });
});
