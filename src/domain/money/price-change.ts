import { addMoney, type Cents, MAX_AMOUNT, percentOf } from './money.ts';

export type PriceChange =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'amount'; readonly amount: Cents };

export interface Prices {
  readonly price: Cents;
  readonly salePrice: Cents | null;
  /** Prices of the variants; empty for a product without variants. */
  readonly modifiers: readonly Cents[];
}

/** Invalid prices by form field; undefined when valid. */
export interface PriceProblem {
  readonly field: 'price' | 'sale_price' | 'variants';
  readonly message: string;
}

/** Storefront §3 and back-office §3: a sale price is below the price, and no variant has a negative price. */
export function priceProblem({ price, salePrice, modifiers }: Prices): PriceProblem | undefined {
  if (price < 0) return { field: 'price', message: 'The price would be below 0.' };
  if (price > MAX_AMOUNT) return { field: 'price', message: 'The price would be above 9,999,999.99.' };
  if (salePrice !== null && salePrice < 0) return { field: 'sale_price', message: 'The sale price would be below 0.' };
  if (salePrice !== null && salePrice >= price) {
    return { field: 'sale_price', message: 'The sale price must be below the price.' };
  }
  const least = Math.min(0, ...modifiers);
  if (addMoney(salePrice ?? price, least) < 0) {
    return { field: 'variants', message: 'A variant would cost less than 0 with its price difference.' };
  }
  return undefined;
}

/**
 * A changed price in cents: a percentage is rounded to the nearest cent, half up.
 * @param change a percentage of at least -100 with at most two decimals, or an amount that may be negative.
 */
export function changePrice(price: Cents, change: PriceChange): Cents {
  if (change.kind === 'amount') return addMoney(price, change.amount);
  return percentOf(price, Math.round((100 + change.percent) * 100));
}
