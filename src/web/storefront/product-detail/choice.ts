import { unitPrice } from '#domain/cart-totals.ts';
import { formatDecimal } from '#domain/money.ts';
import { centsOf } from '#web/shared/money.ts';
import type { Product, Variant } from './product-data.ts';

/** One thing to choose, such as the colour, and its values in the merchant's order. */
export interface OptionGroup {
  readonly name: string;
  readonly values: readonly string[];
}

export function optionGroups(variants: readonly Variant[]): OptionGroup[] {
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant.options)))];
  return names.map((name) => ({
    name,
    values: [...new Set(variants.map((variant) => variant.options[name]).filter((value) => value !== undefined))],
  }));
}

/** What is shown before anything is chosen: the first variant that can be bought. */
export const firstVariant = (variants: readonly Variant[]): Variant | null =>
  variants.find((variant) => variant.stock > 0) ?? variants[0] ?? null;

/** The variant after one option changed: the one that keeps the most of the others, if possible in stock. */
export function withOption(variants: readonly Variant[], current: Variant, name: string, value: string): Variant {
  const wanted: Record<string, string> = { ...current.options, [name]: value };
  const closeness = (variant: Variant) =>
    Object.entries(wanted).filter(([key, option]) => variant.options[key] === option).length +
    (variant.stock > 0 ? 0.5 : 0);
  const candidates = variants.filter((variant) => variant.options[name] === value);
  return candidates.toSorted((a, b) => closeness(b) - closeness(a))[0] ?? current;
}

/** Prices and stock of the product as chosen; amounts in the wire's form. */
export function offer({ price, sale_price, stock }: Product, variant: Variant | null) {
  const priceModifier = variant && centsOf(variant.price_modifier);
  const full = unitPrice({ price: centsOf(price), priceModifier });
  const now = unitPrice({
    price: centsOf(price),
    salePrice: sale_price === null ? null : centsOf(sale_price),
    priceModifier,
  });
  return {
    price: formatDecimal(full),
    sale_price: sale_price === null ? null : formatDecimal(now),
    saving: formatDecimal(full - now),
    stock: variant ? variant.stock : stock,
  };
}
