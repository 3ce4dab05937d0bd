import { formatPrice } from './money.ts';

interface AmountProps {
  /** As the API has it, such as `"1249.00"`. */
  value: string;
  /** The currency of an order or a payment; without it, the shop's. */
  currency?: string | undefined;
  /** Before the amount: '−' for what is taken off, '+' for what is added. */
  sign?: '−' | '+' | '';
}

/** An amount of money, sign included, that never breaks over two lines. */
export const Amount = ({ value, currency, sign = '' }: AmountProps) => (
  <span className="amount">
    {sign}
    {formatPrice(value, currency)}
  </span>
);
