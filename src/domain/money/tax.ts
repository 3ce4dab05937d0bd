/** Of a new shop (storefront §9). */
export const DEFAULT_TAX_PERCENT = 8;

/**
 * A percentage as entered by the merchant, in basis points for `percentOf`: 8 is 800, 8.875 is 887.5. Up to four
 * decimals of a percent, which no sales tax exceeds.
 */
export function taxBasisPoints(percent: number): number {
  return Math.round(percent * 10_000) / 100;
}
