import type { Cart } from '#contract/storefront/cart.ts';
import { formatDecimal } from '#domain/money.ts';
import type { PricedCart, PricedCartLine } from './read-cart.ts';

function lineView({ row, unitPrice, total, problem }: PricedCartLine): Cart['items'][number] {
  const variant =
    row.variant_id === null
      ? null
      : {
          id: row.variant_id,
          name: row.variant_name ?? '',
          options: row.variant_options ?? {},
          price_modifier: formatDecimal(row.price_modifier_cents ?? 0),
        };
  const images = row.images.map((image) => image.url);
  return {
    id: row.id,
    product: {
      id: row.product_id,
      name: row.name,
      slug: row.slug,
      brand: row.brand,
      images: row.variant_image === null ? images : [row.variant_image, ...images],
      price: formatDecimal(row.price_cents),
      sale_price: row.sale_price_cents === null ? null : formatDecimal(row.sale_price_cents),
      stock: row.is_for_sale ? row.available : 0,
    },
    variant,
    quantity: row.quantity,
    unit_price: formatDecimal(unitPrice),
    line_total: formatDecimal(total),
    previous_unit_price: row.added_price_cents === unitPrice ? null : formatDecimal(row.added_price_cents),
    problem,
  };
}

export function cartView({ lines, itemCount, subtotal, discount, total, coupon }: PricedCart): Cart {
  return {
    items: lines.map(lineView),
    itemCount,
    subtotal: formatDecimal(subtotal),
    discount: formatDecimal(discount),
    total: formatDecimal(total),
    coupon: coupon ? { code: coupon.row.code, kind: coupon.row.kind, refusal: coupon.refusal } : null,
  };
}
