import { sql } from 'kysely';
import type { Database, Transaction } from '../tables.ts';

/**
 * Cents that a product or variant costs now, in a query of `product` and the wanted `variant` or none. A product with
 * variants costs as much as the cheapest of them.
 */
export const CURRENT_PRICE = sql<number>`(
  coalesce(product.sale_price_cents, product.price_cents) + coalesce(
    variant.price_modifier_cents,
    (SELECT min(price_modifier_cents) FROM product_variant WHERE product_id = product.id),
    0
  ))`;

/** The highest price, in cents, at which a price alert is mailed, in a query of `alert`. */
export const mailedPrice = (minDropPercent: number) =>
  sql<number>`(alert.price_cents::bigint * ${100 - minDropPercent}::integer / 100)::integer`;

/** Units that can be bought now, in the same queries. */
export const CURRENT_STOCK = sql<number>`coalesce(
  CASE WHEN variant.id IS NULL
    THEN (SELECT available FROM product_stock WHERE product_id = product.id)
    ELSE (SELECT on_hand - held FROM stock WHERE variant_id = variant.id)
  END, 0)`;

export interface Offer {
  readonly product: string;
  readonly variantId: number | null;
  readonly variant: string | null;
  /** Cents. */
  readonly price: number;
  readonly stock: number;
}

/**
 * A product or variant as shoppers see it; undefined when the product is not shown.
 * @param variantId null for the product as a whole; a variant that the product does not have is null in the result
 */
export function readOffer(
  db: Database | Transaction,
  productId: number,
  variantId: number | null,
): Promise<Offer | undefined> {
  return db
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.category_id')
    .leftJoin('product_variant as variant', (join) =>
      join.onRef('variant.product_id', '=', 'product.id').on('variant.id', '=', variantId),
    )
    .select([
      'product.name as product',
      'variant.id as variantId',
      'variant.name as variant',
      CURRENT_PRICE.as('price'),
      CURRENT_STOCK.as('stock'),
    ])
    .where('product.id', '=', productId)
    .where('product.is_active', '=', true)
    .where('category.is_active', '=', true)
    .executeTakeFirst();
}
