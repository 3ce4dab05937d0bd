import type { CartItem } from './cart-item.ts';

const PROBLEMS: Readonly<Record<NonNullable<CartItem['problem']>, (name: string, stock: number) => string>> = {
  sold_out: (name) => `${name} is out of stock.`,
  not_enough_stock: (name, stock) => `Only ${stock} left of ${name}.`,
  not_available: (name) => `${name} is no longer available.`,
};

type Line = Pick<CartItem, 'product' | 'variant' | 'problem'>;

/** Why lines cannot be bought, one message each; the checkout stays closed while there is any. */
export function lineProblems(lines: readonly Line[]): string[] {
  return lines.flatMap(({ product, variant, problem }) =>
    problem ? [PROBLEMS[problem](variant ? `${product.name}, ${variant.name}` : product.name, product.stock)] : [],
  );
}
