/** 8 %, in hundredths of a percent (storefront §9): what is charged until the merchant sets another rate. */
export const TAX_BASIS_POINTS = 800;

/**
 * A percentage as the merchant enters it, in the basis points that `percentOf` takes: 8 is 800, 8.875 is 887.5. Kept to
 * four decimals of a percent, which no sales tax exceeds.
 */
export function taxBasisPoints(percent: number): number {
  return Math.round(percent * 10_000) / 100;
}
