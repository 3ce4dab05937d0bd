/**
 * An amount of money: a whole number of cents. Prices, totals, taxes and refunds are stored, added and compared as
 * cents everywhere; only this file converts decimals, and only as text.
 */
export type Cents = number;

/** The largest price or amount that can be entered: 9,999,999.99, within PostgreSQL's `integer`. */
export const MAX_AMOUNT: Cents = 999_999_999;

/** 100 % in hundredths of a basis point (100 % = 10,000 basis points). */
const WHOLE = 1_000_000;

/** @throws RangeError when `n` is not a safe integer. */
export function cents(n: number): Cents {
  if (!Number.isSafeInteger(n)) throw new RangeError(`${n} is not a whole number of cents`);
  return n === 0 ? 0 : n;
}

/** The sum of amounts in cents; 0 for none. */
export function addMoney(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((sum, amount) => sum + cents(amount), 0));
}

/**
 * The price in cents of several units at `unit` cents each.
 * @throws RangeError when the quantity is not a whole number of at least 0.
 */
export function multiplyMoney(unit: Cents, quantity: number): Cents {
  if (!Number.isSafeInteger(quantity) || quantity < 0) throw new RangeError(`${quantity} is not a quantity`);
  return cents(cents(unit) * quantity);
}

/**
 * A percentage of an amount, in cents, rounded half up: 8 % of 56 cents is 4.48, so 4; 1 % of 50 cents is 0.5, so 1.
 * @param amount cents, at least 0.
 * @param basisPoints hundredths of a percent, at least 0, in steps of 0.01: 800 is 8 %, 887.5 is 8.875 %.
 * @throws RangeError when either is out of range.
 */
export function percentOf(amount: Cents, basisPoints: number): Cents {
  const rate = Math.round(basisPoints * 100);
  if (!Number.isSafeInteger(rate) || rate < 0 || Math.abs(rate - basisPoints * 100) > 1e-6) {
    throw new RangeError(`${basisPoints} is not a rate in basis points`);
  }
  if (cents(amount) < 0) throw new RangeError(`No share of the negative amount ${amount}`);
  // In two parts, because a large amount times the rate would exceed the safe integers.
  const wholes = Math.floor(amount / WHOLE);
  const rest = amount % WHOLE;
  return cents(wholes * rate + Math.floor((rest * rate + WHOLE / 2) / WHOLE));
}

/**
 * The average of `sum` over `count`, in cents, rounded half up.
 * @returns undefined when `count` is 0.
 */
export function averageMoney(sum: Cents, count: number): Cents | undefined {
  return count === 0 ? undefined : cents(Math.round(cents(sum) / count));
}

/** An amount in the API's format: `14900` is `'149.00'`, `-5` is `'-0.05'`. */
export function formatDecimal(amount: Cents): string {
  const digits = String(Math.abs(cents(amount))).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const DECIMAL = /^(-?)(\d{1,7})(?:\.(\d{1,2}))?$/;

/**
 * The cents of a decimal amount, such as `'149.00'`, `149` or `149.5`, parsed digit by digit so that nothing is
 * rounded.
 * @returns undefined for anything else: more than two decimals, an exponent, a sign (unless `negative` is allowed),
 * spaces, NaN, or more than 9,999,999.99 in either direction.
 */
export function parseDecimal(value: string | number, { negative = false } = {}): Cents | undefined {
  const match = DECIMAL.exec(String(value));
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  if (sign && !negative) return undefined;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return cents(sign ? -amount : amount);
}

/**
 * The cents of an amount that has been validated, such as a setting.
 * @throws RangeError where `parseDecimal` returns undefined.
 */
export function parseDecimalOrThrow(value: string | number): Cents {
  const amount = parseDecimal(value);
  if (amount === undefined) throw new RangeError(`${value} is not an amount of money`);
  return amount;
}
