import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_QUANTITY } from './cart-limits.ts';
import { addGuestEntry, type GuestEntry, setGuestQuantity } from './guest-cart.ts';

const mug = { product: { id: 1, name: 'Mug' }, quantity: 2 };
const smallShirt = { product: { id: 2, name: 'Shirt' }, selectedVariant: { id: 21 }, quantity: 1 };
const largeShirt = { product: { id: 2, name: 'Shirt' }, selectedVariant: { id: 22 }, quantity: 1 };

describe("a guest's cart", () => {
  it('merges the same product with the same variant', () => {
    expect(addGuestEntry([mug, smallShirt], { ...mug, quantity: 3 }, 10)).toEqual([
      { ...mug, quantity: 5 },
      smallShirt,
    ]);
    expect(addGuestEntry([smallShirt], smallShirt, 10)).toEqual([{ ...smallShirt, quantity: 2 }]);
  });

  it('keeps different variants, and the product without one, separate', () => {
    const { selectedVariant: _, ...plainShirt } = smallShirt;
    expect(addGuestEntry<GuestEntry>([smallShirt], largeShirt, 10)).toEqual([smallShirt, largeShirt]);
    expect(addGuestEntry<GuestEntry>([smallShirt], plainShirt, 10)).toEqual([smallShirt, plainShirt]);
  });

  it('stores the latest version of the product', () => {
    const renamed = { ...mug, product: { id: 1, name: 'Big mug' } };
    expect(addGuestEntry([mug], renamed, 10)[0]?.product.name).toBe('Big mug');
  });

  it('holds at most the stock', () => {
    expect(addGuestEntry([mug], { ...mug, quantity: 9 }, 5)).toEqual([{ ...mug, quantity: 5 }]);
    expect(addGuestEntry<GuestEntry>([], { ...mug, quantity: 9 }, 0)).toEqual([]);
    expect(setGuestQuantity([mug], mug, 100_000, 100_000)).toEqual([{ ...mug, quantity: MAX_QUANTITY }]);
  });

  it.each([0, -1])('removes an item whose quantity is set to %i', (quantity) => {
    expect(setGuestQuantity<GuestEntry>([mug, smallShirt], mug, quantity, 10)).toEqual([smallShirt]);
  });

  it('sets the quantity of one item and leaves the others', () => {
    expect(setGuestQuantity<GuestEntry>([mug, smallShirt], mug, 7, 10)).toEqual([{ ...mug, quantity: 7 }, smallShirt]);
  });

  it('never holds the same item twice, nor more than the stock', () => {
    const entry = fc.record({
      product: fc.record({ id: fc.integer({ min: 1, max: 3 }) }),
      quantity: fc.integer({ min: 1, max: 8 }),
    });
    fc.assert(
      fc.property(fc.array(entry), fc.integer({ min: 0, max: 20 }), (added, stock) => {
        const cart = added.reduce<GuestEntry[]>((entries, one) => addGuestEntry(entries, one, stock), []);
        expect(new Set(cart.map(({ product }) => product.id)).size).toBe(cart.length);
        for (const { quantity } of cart) expect(quantity > 0 && quantity <= stock).toBe(true);
      }),
    );
  });
});
