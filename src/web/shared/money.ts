import { type Cents, parseDecimal } from '#domain/money.ts';
import { formatMoney } from '#domain/money-format.ts';

/** Cents of an amount of the wire, such as `"149.00"` or `"-5.00"`. */
export const centsOf = (amount: string): Cents => parseDecimal(amount, { negative: true }) ?? 0;

/** An amount of the wire as it is shown: `"1249.00"` is `$1,249.00`. */
export const formatPrice = (amount: string): string => formatMoney(centsOf(amount));
