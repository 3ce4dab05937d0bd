import { MAX_QUANTITY } from '../cart/cart-limits.ts';
import type { BadgeTone } from './badge-tone.ts';

/** Storefront §2, product detail: 'Low Stock' at 1 to 5. */
export const LOW_STOCK_ON_DETAIL = 5;
/** Storefront §4 and back-office §4, statistics: low when above 0 and below 10. */
export const LOW_STOCK_BELOW_IN_STATISTICS = 10;
/** Back-office §2, product table: 'Low Stock' at 10 or less. */
export const LOW_STOCK_ON_ADMIN_BADGE = 10;

export interface StockBadge {
  readonly label: 'Inactive' | 'Out of Stock' | 'Low Stock' | 'In Stock';
  readonly tone: BadgeTone;
}

const OUT_OF_STOCK = { label: 'Out of Stock', tone: 'danger' } as const;
const LOW_STOCK = { label: 'Low Stock', tone: 'warning' } as const;
const IN_STOCK = { label: 'In Stock', tone: 'success' } as const;
const INACTIVE = { label: 'Inactive', tone: 'secondary' } as const;

/** The badge on the product page (storefront §2). */
export function stockBadge(stock: number): StockBadge {
  if (stock <= 0) return OUT_OF_STOCK;
  return stock <= LOW_STOCK_ON_DETAIL ? LOW_STOCK : IN_STOCK;
}

/** The status badge in the admin's product table (back-office §2). */
export function adminStockBadge({
  isActive,
  stock,
}: {
  readonly isActive: boolean;
  readonly stock: number;
}): StockBadge {
  if (!isActive) return INACTIVE;
  if (stock <= 0) return OUT_OF_STOCK;
  return stock <= LOW_STOCK_ON_ADMIN_BADGE ? LOW_STOCK : IN_STOCK;
}

/**
 * The quantity on the product page, between 1 and the stock; invalid input becomes 1 (storefront §5). At most the limit
 * of a cart line. 1 for a product out of stock, which has no add button.
 * @param typed the field's text, or a number.
 */
export function clampQuantity(typed: string | number, stock: number): number {
  const quantity = Number(typed);
  if (!Number.isInteger(quantity)) return 1;
  return Math.max(1, Math.min(quantity, stock, MAX_QUANTITY));
}
