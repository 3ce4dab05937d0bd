const MIN_LENGTH = 3;
export const MAX_COUPON_CODE = 40;
const COUPON_CODE = new RegExp(`^[A-Z0-9-]{${MIN_LENGTH},${MAX_COUPON_CODE}}$`);

/** The rule in words, for the form and the refusal. */
export const COUPON_CODE_RULE = `${MIN_LENGTH} to ${MAX_COUPON_CODE} letters, digits or hyphens.`;

/**
 * Normalises a typed coupon code: capitals, without spaces (codes are copied from mails and typed on phones).
 * @returns undefined for anything that cannot be a code.
 */
export function normaliseCouponCode(typed: string): string | undefined {
  const code = typed.normalize('NFKC').replace(/\s/gu, '').toUpperCase();
  return COUPON_CODE.test(code) ? code : undefined;
}
