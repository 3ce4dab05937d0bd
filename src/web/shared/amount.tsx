import { formatPrice } from './money.ts';

interface AmountProps {
  /** As in the API, such as `"1249.00"`. */
  value: string;
  /** Currency of an order or payment; default: the shop's. */
  currency?: string | undefined;
  /** Sign before the amount: '−' for deductions, '+' for additions. */
  sign?: '−' | '+' | '';
}

/** An amount of money including its sign that never wraps. */
export const Amount = ({ value, currency, sign = '' }: AmountProps) => (
  <span className="amount">
    {sign}
    {formatPrice(value, currency)}
  </span>
);
