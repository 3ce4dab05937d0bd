/** The year of an order and a number that increases from order to order, such as `ORD-2026-000123`. */
export interface OrderNumber {
  readonly year: number;
  readonly number: number;
}

const DIGITS = 6;
const ORDER_NUMBER = /^ORD-(\d{4})-(\d{6,9})$/;

/** @throws RangeError for an invalid year or number. */
export function formatOrderNumber({ year, number }: OrderNumber): string {
  const text = `ORD-${year}-${String(number).padStart(DIGITS, '0')}`;
  if (!parseOrderNumber(text)) throw new RangeError(`${text} is no order number`);
  return text;
}

/** @returns undefined for anything but an order number exactly as written by `formatOrderNumber`. */
export function parseOrderNumber(text: string): OrderNumber | undefined {
  const [, year, digits] = ORDER_NUMBER.exec(text) ?? [];
  if (!year || !digits) return undefined;
  const number = Number(digits);
  const isCanonical = number > 0 && (digits.length === DIGITS || !digits.startsWith('0'));
  return isCanonical ? { year: Number(year), number } : undefined;
}
