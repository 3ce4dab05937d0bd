import type { Variant } from './product.ts';

/**
 * What is shown as chosen: the variant that the address names, else the first that can be bought.
 * @param id as it stands in the address, or null.
 */
export const variantFor = (variants: readonly Variant[], id: string | null): Variant | null =>
  variants.find((variant) => String(variant.id) === id) ??
  variants.find((variant) => variant.stock > 0) ??
  variants[0] ??
  null;

/** The variant after one option changed: the one that keeps the most of the others, if possible in stock. */
export function withOption(variants: readonly Variant[], current: Variant, name: string, value: string): Variant {
  const wanted: Record<string, string> = { ...current.options, [name]: value };
  const closeness = (variant: Variant) =>
    Object.entries(wanted).filter(([key, option]) => variant.options[key] === option).length +
    (variant.stock > 0 ? 0.5 : 0);
  const candidates = variants.filter((variant) => variant.options[name] === value);
  return candidates.toSorted((a, b) => closeness(b) - closeness(a))[0] ?? current;
}
