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
}

const NOTHING = '0.00';

/** Subtotal, tax, shipping, discount and total, each on its own line. */
export function OrderSums(sums: Sums & { className?: string }) {
  const { subtotal, discount, tax, shipping, total, couponCode, refunded = NOTHING, className = '' } = sums;
  return (
    <dl className={`sums ${className}`}>
      <dt>Subtotal</dt>
      <dd>{formatPrice(subtotal)}</dd>
      {discount !== NOTHING && (
        <>
          <dt>Discount{couponCode && ` (${couponCode})`}</dt>
          <dd>−{formatPrice(discount)}</dd>
        </>
      )}
      <dt>Tax</dt>
      <dd>{formatPrice(tax)}</dd>
      <dt>Shipping</dt>
      <dd>{shipping === NOTHING ? 'FREE' : formatPrice(shipping)}</dd>
      <dt className="sum-total">Total</dt>
      <dd className="sum-total">{formatPrice(total)}</dd>
      {refunded !== NOTHING && (
        <>
          <dt>Refunded</dt>
          <dd>−{formatPrice(refunded)}</dd>
        </>
      )}
    </dl>
  );
}
