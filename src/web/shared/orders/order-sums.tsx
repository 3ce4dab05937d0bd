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
      <dt>Subtotal</dt>
      <dd>{formatPrice(subtotal, currency)}</dd>
      {discount !== NOTHING && (
        <>
          <dt>Discount{couponCode && ` (${couponCode})`}</dt>
          <dd>−{formatPrice(discount, currency)}</dd>
        </>
      )}
      <dt>Tax</dt>
      <dd>{formatPrice(tax, currency)}</dd>
      <dt>Shipping</dt>
      <dd>{shipping === NOTHING ? 'FREE' : formatPrice(shipping, currency)}</dd>
      <dt className="sum-total">Total</dt>
      <dd className="sum-total">{formatPrice(total, currency)}</dd>
      {refunded !== NOTHING && (
        <>
          <dt>Refunded</dt>
          <dd>−{formatPrice(refunded, currency)}</dd>
        </>
      )}
    </dl>
  );
}
