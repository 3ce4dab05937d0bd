/**
 * An amount of money: a whole number of cents. Prices, totals, taxes and refunds are kept, added and compared as
 * cents everywhere; only here do they meet decimals, and only as text.
 */
export type Cents = number;

/** The largest single price or amount that somebody may enter: 9,999,999.99, within PostgreSQL's `integer`. */
export const MAX_AMOUNT: Cents = 999_999_999;

/** One whole in hundredths of a basis point: 100 % = 10,000 basis points. */
const WHOLE = 1_000_000;

/** @throws RangeError when `n` is not a whole number of cents that can be counted exactly. */
export function cents(n: number): Cents {
  if (!Number.isSafeInteger(n)) throw new RangeError(`${n} is not a whole number of cents`);
  return n === 0 ? 0 : n;
}

/** The sum of amounts in cents; of none, 0. */
export function addMoney(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((sum, amount) => sum + cents(amount), 0));
}

/**
 * The price in cents of several pieces at `unit` cents each.
 * @throws RangeError when the quantity is not a whole number of at least 0.
 */
export function multiplyMoney(unit: Cents, quantity: number): Cents {
  if (!Number.isSafeInteger(quantity) || quantity < 0) throw new RangeError(`${quantity} is not a quantity`);
  return cents(cents(unit) * quantity);
}

/**
 * A share of an amount, in cents, half a cent rounded up: 8 % of 56 cents is 4.48, so 4; 1 % of 50 cents is 0.5, so 1.
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
  // In two parts: a large amount times the rate would leave the range of exact integers.
  const wholes = Math.floor(amount / WHOLE);
  const rest = amount % WHOLE;
  return cents(wholes * rate + Math.floor((rest * rate + WHOLE / 2) / WHOLE));
}

/**
 * What each of `count` comes to when they are `sum` together, in cents, half a cent rounded up.
 * @returns undefined for the average of none.
 */
export function averageMoney(sum: Cents, count: number): Cents | undefined {
  return count === 0 ? undefined : cents(Math.round(cents(sum) / count));
}

/** An amount as it goes over the wire: `14900` is `'149.00'`, `-5` is `'-0.05'`. */
export function formatDecimal(amount: Cents): string {
  const digits = String(Math.abs(cents(amount))).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const DECIMAL = /^(-?)(\d{1,7})(?:\.(\d{1,2}))?$/;

/**
 * The cents of a decimal amount, such as `'149.00'`, `149` or `149.5`, read digit by digit so that nothing is rounded.
 * @returns undefined for what is no such amount: more than two decimals, an exponent, a sign (unless `negative` is
 * allowed), spaces, NaN, or more than 9,999,999.99 either way.
 */
export function parseDecimal(value: string | number, { negative = false } = {}): Cents | undefined {
  const match = DECIMAL.exec(String(value));
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  if (sign && !negative) return undefined;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return cents(sign ? -amount : amount);
}
