import type { Cart } from '#contract/storefront/cart.ts';
import { optionsOfProduct } from '#domain/cart/line-options.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { decimalAdjustments } from '#domain/money/price-adjustments.ts';
import { lineOptionView } from './line-options.view.ts';
import type { PricedCart, PricedCartLine } from './read-cart.ts';

function optionsView({ row, unavailableOptions: gone }: PricedCartLine, { options }: PricedCart['pricing']) {
  const offered = optionsOfProduct(options, row.custom);
  return {
    ...(offered.length > 0 && { options: offered.map((option) => lineOptionView(option, row.options)) }),
    ...(gone.length > 0 && { unavailable_options: [...gone] }),
  };
}

function lineView(line: PricedCartLine, pricing: PricedCart['pricing']): Cart['items'][number] {
  const { row, unitPrice, adjustments, total, problem } = line;
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
    ...optionsView(line, pricing),
    ...(adjustments.length > 0 && { adjustments: decimalAdjustments(adjustments) }),
    previous_unit_price: row.added_price_cents === unitPrice ? null : formatDecimal(row.added_price_cents),
    problem,
  };
}

export function cartView(cart: PricedCart): Cart {
  const { lines, itemCount, subtotal, discount, adjustments, total, coupon, pricing } = cart;
  return {
    items: lines.map((line) => lineView(line, pricing)),
    itemCount,
    subtotal: formatDecimal(subtotal),
    discount: formatDecimal(discount),
    ...(adjustments.length > 0 && { adjustments: decimalAdjustments(adjustments) }),
    total: formatDecimal(total),
    coupon: coupon ? { code: coupon.row.code, kind: coupon.row.kind, refusal: coupon.refusal } : null,
  };
}
