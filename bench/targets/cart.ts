import type { Target } from './target.ts';

/**
 * Adds to the cart, each a durable commit: a hundred customers add different products in turn. A cart has a handful of
 * different products, as in a real shop.
 */
export function cartTargets(tokens: readonly string[], inStock: readonly number[]): Target[] {
  return [
    {
      name: 'add to cart',
      goal: 800,
      method: 'POST',
      path: () => '/api/cart',
      headers: (n) => ({
        'content-type': 'application/json',
        authorization: `Bearer ${tokens[n % tokens.length]}`,
      }),
      body: (n) => JSON.stringify({ product_id: inStock[Math.floor(n / tokens.length) % inStock.length] }),
    },
  ];
}
