import { Sum } from '#web/shared/cart/sum.tsx';
import { formatPrice } from '#web/shared/money.ts';

export interface Sums {
  subtotal: string;
  discount: string;
  tax: string;
  shipping: string;
  total: string;
  couponCode?: string | null;
  /** What went back to the customer. */
  refunded?: string;
  /** Of the order; without one, the shop’s. */
  currency?: string;
}

const NOTHING = '0.00';

/** Subtotal, tax, shipping, discount and total, each on its own line. */
export function OrderSums(sums: Sums & { className?: string }) {
  const { subtotal, discount, tax, shipping, total, couponCode, refunded = NOTHING, className = '', currency } = sums;
  return (
    <dl className={`sums ${className}`}>
      <Sum name="Subtotal">{formatPrice(subtotal, currency)}</Sum>
      {discount !== NOTHING && (
        <Sum name={<>Discount{couponCode && ` (${couponCode})`}</>}>−{formatPrice(discount, currency)}</Sum>
      )}
      <Sum name="Tax">{formatPrice(tax, currency)}</Sum>
      <Sum name="Shipping">{shipping === NOTHING ? 'FREE' : formatPrice(shipping, currency)}</Sum>
      <Sum name="Total" isTotal>
        {formatPrice(total, currency)}
      </Sum>
      {refunded !== NOTHING && <Sum name="Refunded">−{formatPrice(refunded, currency)}</Sum>}
    </dl>
  );
}
