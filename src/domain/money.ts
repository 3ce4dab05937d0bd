/**
 * Money is a whole number of cents, everywhere inside the shop; this file alone turns it into text and back.
 */
export type Cents = number;

/** 9,999,999.99: above it an amount is a slip of the finger, and `integer` columns end not far beyond. */
export const MAX_AMOUNT: Cents = 999_999_999;

/** Hundredths of a percent in the whole: 8 % are 800. */
export const BASIS_POINTS = 10_000;

/**
 * States that a number is a whole number of cents.
 * @throws RangeError for fractions, NaN and what a double cannot hold exactly.
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of cents: ${value}`);
  return value;
}

export function addMoney(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((sum, amount) => sum + amount, 0));
}

/** @param quantity a whole number of pieces. */
export function multiplyMoney(unitPrice: Cents, quantity: number): Cents {
  return cents(cents(unitPrice) * cents(quantity));
}

/** A share of an amount, in hundredths of a percent, rounded half away from zero to the cent. */
export function percentOf(amount: Cents, basisPoints: number): Cents {
  const product = multiplyMoney(amount, basisPoints);
  const rounded = Math.floor((Math.abs(product) + BASIS_POINTS / 2) / BASIS_POINTS);
  return product < 0 && rounded > 0 ? -rounded : rounded;
}

/** The form on the wire: `14900` is `'149.00'`. */
export function formatDecimal(amount: Cents): string {
  const whole = Math.abs(cents(amount));
  const text = `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
  return amount < 0 ? `-${text}` : text;
}

const DECIMAL = /^(-?)(\d{1,7})(?:\.(\d{1,2}))?$/;

/**
 * Reads `'149'`, `'149.9'`, `'149.00'` or the numbers of the same form, exactly.
 * @returns undefined for more than two decimals, exponents, anything above 9,999,999.99, and negative amounts unless
 * they are allowed.
 */
export function parseDecimal(value: string | number, { negative = false } = {}): Cents | undefined {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(String(value).trim()) ?? [];
  if (sign === undefined || (sign === '-' && !negative)) return undefined;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return sign === '-' && amount > 0 ? -amount : amount;
}

/**
 * Splits an amount by weights so that the parts sum to it exactly: largest remainders get the odd cents, earlier parts
 * first.
 * @param total not negative.
 * @param weights not negative; all zero counts as all equal.
 */
export function splitProportionally(total: Cents, weights: readonly number[]): Cents[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (sum === 0) return weights.length === 0 ? [] : splitProportionally(total, weights.map(() => 1));
  const exact = weights.map((weight) => (BigInt(cents(total)) * BigInt(weight)) / BigInt(sum));
  const remainders = weights.map((weight, index) => ({
    index,
    rest: (BigInt(total) * BigInt(weight)) % BigInt(sum),
  }));
  const parts = exact.map(Number);
  const left = total - parts.reduce((a, b) => a + b, 0);
  remainders.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  for (const { index } of remainders.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
