/** Parses and formats input of a card form. Nothing is stored. */

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** American Express prints 4, 6 and 5 digits; others groups of four. */
const GROUPS: readonly (readonly [card: RegExp, sizes: readonly number[]])[] = [
  [/^3[47]/, [4, 6, 5]],
  [/^/, [4, 4, 4, 4, 3]],
];

export function groupNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, 19);
  const sizes = GROUPS.find(([card]) => card.test(digits))?.[1] ?? [];
  const groups: string[] = [];
  let from = 0;
  for (const size of sizes) {
    if (from < digits.length) groups.push(digits.slice(from, from + size));
    from += size;
  }
  return groups.join(' ');
}

/** A month that must have one digit, or has one before its year. */
const SHORT_MONTH = /^\s*([2-9]|1\s*[/.-])/;

/** `1`, `12`, `12 / 2`, `12 / 28`; a one-digit month is padded. */
export function groupExpiry(typed: string): string {
  const digits = digitsOf(SHORT_MONTH.test(typed) ? `0${typed}` : typed).slice(0, 6);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export const groupCvc = (typed: string): string => digitsOf(typed).slice(0, 4);

/** A card as typed, possibly incomplete. */
export interface TypedCard {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

export interface CardNumbers {
  readonly number: string;
  readonly month: number;
  /** Four digits. */
  readonly year: number;
  readonly cvc: string;
}

export function readCard({ number, expiry, cvc }: TypedCard): CardNumbers {
  const digits = digitsOf(expiry);
  const year = Number(digits.slice(2));
  return {
    number: digitsOf(number),
    month: Number(digits.slice(0, 2)),
    year: digits.length === 4 ? 2000 + year : year,
    cvc: digitsOf(cvc),
  };
}

export type CardField = keyof TypedCard;

/** Problems of a card before the provider is asked, which decides in the end. */
export function cardProblems(typed: TypedCard, now: Date): Partial<Record<CardField, string>> {
  const card = readCard(typed);
  const problems: Partial<Record<CardField, string>> = {};
  if (card.number === '') problems.number = 'Please enter the card number.';
  else if (card.number.length < 12) problems.number = 'The card number is not complete.';
  else if (!hasValidCheckDigit(card.number)) problems.number = 'Your card number is incorrect.';

  const lastMonth = new Date(card.year, card.month);
  if (typed.expiry === '') problems.expiry = 'Please enter the expiry date.';
  else if (card.month < 1 || card.month > 12 || card.year < 2000) {
    problems.expiry = 'Please enter the expiry date as month and year, such as 04 / 29.';
  } else if (lastMonth <= now) problems.expiry = 'This card has expired.';

  if (card.cvc === '') problems.cvc = 'Please enter the security code.';
  else if (card.cvc.length < 3) problems.cvc = 'The security code is not complete.';
  return problems;
}

/** ISO/IEC 7812-1: catches a mistyped digit. */
function hasValidCheckDigit(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
