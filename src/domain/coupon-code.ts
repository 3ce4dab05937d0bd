const COUPON_CODE = /^[A-Z0-9-]{3,40}$/;

/**
 * Normalises a typed coupon code: capitals, without spaces (codes are copied from mails and typed on phones).
 * @returns undefined for anything that cannot be a code: letters, digits and hyphens only, 3 to 40 of them.
 */
export function normaliseCouponCode(typed: string): string | undefined {
  const code = typed.normalize('NFKC').replace(/\s/gu, '').toUpperCase();
  return COUPON_CODE.test(code) ? code : undefined;
}
