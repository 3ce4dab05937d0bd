import { unitPrice } from '#domain/cart-totals.ts';
import { formatDecimal } from '#domain/money.ts';
import { centsOf } from '#web/shared/money.ts';
import type { Product, Variant } from './product.ts';

/*
 * What there is to choose and what each choice costs. Worked out with the product's data, on the server for the first
 * page, so that the page's own scripts do without.
 */

/** One thing to choose, such as the colour, and its values in the merchant's order. */
export interface OptionGroup {
  readonly name: string;
  readonly values: readonly { readonly value: string; readonly swatch: string | null }[];
}

export function optionGroups(variants: readonly Variant[]): OptionGroup[] {
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant.options)))];
  return names.map((name) => {
    const values = new Set(variants.map((variant) => variant.options[name]).filter((value) => value !== undefined));
    return { name, values: [...values].map((value) => ({ value, swatch: swatchOf(variants, name, value) })) };
  });
}

/**
 * Whether a value's colour can stand for it: every variant with this value has the same one, and another value of the
 * group has another, so that sizes of one colour stay words.
 */
function swatchOf(variants: readonly Variant[], name: string, value: string): string | null {
  const of = (isWanted: (option: string | undefined) => boolean) =>
    new Set(variants.filter(({ options }) => isWanted(options[name])).map(({ swatch }) => swatch));
  const [swatch, ...further] = of((option) => option === value);
  const isItsOwn = further.length === 0 && !of((option) => option !== value).has(swatch ?? null);
  return isItsOwn ? (swatch ?? null) : null;
}

/** Amounts in the wire's form. */
export interface Offer {
  readonly price: string;
  readonly sale_price: string | null;
  readonly saving: string;
  readonly stock: number;
}

/** Prices and stock of the product as chosen. */
export function offerOf({ price, sale_price, stock }: Product, variant: Variant | null): Offer {
  const priceModifier = variant && centsOf(variant.price_modifier);
  const full = unitPrice({ price: centsOf(price), priceModifier });
  const salePrice = sale_price === null ? null : centsOf(sale_price);
  const now = unitPrice({ price: centsOf(price), salePrice, priceModifier });
  return {
    price: formatDecimal(full),
    sale_price: sale_price === null ? null : formatDecimal(now),
    saving: formatDecimal(full - now),
    stock: variant ? variant.stock : stock,
  };
}
