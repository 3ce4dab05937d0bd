import { Amount } from '#web/shared/amount.tsx';
import { Sum } from '#web/shared/cart/sum.tsx';
import { type Adjustment, SignedAmount } from './adjustment-list.tsx';

export interface Sums {
  subtotal: string;
  discount: string;
  tax: string;
  shipping: string;
  total: string;
  /** On the whole order, by plug-ins. */
  adjustments?: readonly Adjustment[] | undefined;
  /** Of a plug-in's way of delivery. */
  shippingLabel?: string | undefined;
  couponCode?: string | null;
  /** Amount refunded. */
  refunded?: string;
  /** The order's currency; default: the shop’s. */
  currency?: string;
}

const NOTHING = '0.00';

/** Subtotal, tax, shipping, discount and total, one per line. */
export function OrderSums(sums: Sums & { className?: string }) {
  const { subtotal, discount, tax, shipping, total, couponCode, refunded = NOTHING, className = '', currency } = sums;
  return (
    <dl className={`sums ${className}`}>
      <Sum name="Subtotal">
        <Amount value={subtotal} currency={currency} />
      </Sum>
      {discount !== NOTHING && (
        <Sum name={<>Discount{couponCode && ` (${couponCode})`}</>}>
          <Amount value={discount} currency={currency} sign="−" />
        </Sum>
      )}
      {sums.adjustments?.map(({ label, amount }) => (
        <Sum key={label} name={label}>
          <SignedAmount value={amount} currency={currency} />
        </Sum>
      ))}
      <Sum name="Tax">
        <Amount value={tax} currency={currency} />
      </Sum>
      <Sum name={<>Shipping{sums.shippingLabel && ` (${sums.shippingLabel})`}</>}>
        {shipping === NOTHING ? 'FREE' : <Amount value={shipping} currency={currency} />}
      </Sum>
      <Sum name="Total" isTotal>
        <Amount value={total} currency={currency} />
      </Sum>
      {refunded !== NOTHING && (
        <Sum name="Refunded">
          <Amount value={refunded} currency={currency} sign="−" />
        </Sum>
      )}
    </dl>
  );
}
