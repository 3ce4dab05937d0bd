import type { WishlistEntry } from '#contract/storefront/wishlist.ts';
import { formatDecimal } from '#domain/money/money.ts';
import type { WishlistRow } from './wishlist.store.ts';

export function wishlistEntryView(row: WishlistRow): WishlistEntry {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    product: {
      id: row.product_id,
      name: row.name,
      slug: row.slug,
      image: row.images[0]?.url ?? null,
      category: { id: row.category_id, name: row.category_name },
      description: row.description,
      price: formatDecimal(row.price_cents),
      sale_price: row.sale_price_cents === null ? null : formatDecimal(row.sale_price_cents),
      stock_quantity: row.available,
      has_variants: row.has_variants,
    },
  };
}
