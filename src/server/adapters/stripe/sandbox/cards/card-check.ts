import type { Fields } from '../requests/fields.ts';
import { StripeFailure } from '../requests/stripe-failure.ts';
import { type TestCard, testCardByNumber, UNKNOWN_CARD } from './test-cards.ts';

/** What is stored of a card: never its number. */
export interface StoredCard {
  readonly brand: string;
  readonly last4: string;
  readonly exp_month: number;
  /** Four digits. */
  readonly exp_year: number;
  readonly funding: string;
  readonly country: string;
  readonly cvc_check: 'pass' | 'fail' | null;
}

/** A card ready to be stored: `testCardId` determines what happens when it is charged. */
export interface CheckedCard {
  readonly testCardId: string;
  readonly kept: StoredCard;
}

/** No card is valid for longer; a two-digit year beyond it is in the past. */
const MAX_YEARS_AHEAD = 50;

/** Number ranges of the card brands that Stripe reports. */
const BRANDS: readonly (readonly [brand: string, digits: RegExp])[] = [
  ['amex', /^3[47]/],
  ['diners', /^3(0|6|8)/],
  ['jcb', /^35/],
  ['unionpay', /^62/],
  ['discover', /^6/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
  ['visa', /^4/],
];

function brandOf(number: string): string {
  return BRANDS.find(([, digits]) => digits.test(number))?.[0] ?? 'unknown';
}

/** The check digit of card numbers, ISO/IEC 7812-1. */
function hasValidCheckDigit(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i += 1) {
    const digit = Number(number.charAt(number.length - 1 - i));
    const weighted = i % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

const cardError = (code: string, message: string, param: string): StripeFailure =>
  new StripeFailure(402, { type: 'card_error', code, message, param });

function readNumber(fields: Fields): string {
  const number = fields.required('number', fields.text('number')).replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError('invalid_number', 'The card number is not a valid credit card number.', 'number');
  }
  if (!hasValidCheckDigit(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  return number;
}

function readExpiry(fields: Fields, now: Date): { month: number; year: number } {
  const month = Number(fields.required('exp_month', fields.text('exp_month')));
  const written = Number(fields.required('exp_year', fields.text('exp_year')));
  const year = written < 100 ? written + 2000 : written;
  const thisYear = now.getUTCFullYear();
  const isPast = year === thisYear && month < now.getUTCMonth() + 1;
  if (!Number.isInteger(month) || month < 1 || month > 12 || isPast) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + MAX_YEARS_AHEAD) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  return { month, year };
}

function readCvc(fields: Fields, brand: string): boolean {
  const cvc = fields.text('cvc');
  if (cvc === undefined) return false;
  const digits = brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/;
  if (!digits.test(cvc)) throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  return true;
}

function storedCardOf(number: string, known: TestCard | undefined, cvcCheck: StoredCard['cvc_check']) {
  return {
    brand: brandOf(number),
    last4: number.slice(-4),
    funding: known?.funding ?? 'unknown',
    country: known?.country ?? 'US',
    cvc_check: cvcCheck,
  };
}

/** The fields of `payment_method_data[card]`. */
export const CARD_FIELDS = ['number', 'exp_month', 'exp_year', 'cvc'] as const;

/**
 * Validates a card as Stripe does before it contacts a bank.
 * @throws StripeFailure 402 `invalid_number`, `incorrect_number`, `invalid_expiry_month`, `invalid_expiry_year`,
 * `invalid_cvc`; 400 `parameter_missing`.
 */
export function checkCard(fields: Fields, now: Date): CheckedCard {
  const number = readNumber(fields);
  const { month, year } = readExpiry(fields, now);
  const hasCvc = readCvc(fields, brandOf(number));
  const known = testCardByNumber(number);
  const outcome = known?.outcome;
  const failsByCvc = outcome?.does === 'decline' && outcome.onlyWithCvc === true;
  const cvcCheck = hasCvc ? (failsByCvc ? 'fail' : 'pass') : null;
  return {
    testCardId: failsByCvc && !hasCvc ? 'pm_card_visa' : (known?.id ?? UNKNOWN_CARD.id),
    kept: { ...storedCardOf(number, known, cvcCheck), exp_month: month, exp_year: year },
  };
}

/** A test card used by its id: it never expires, and its checks have the results that its name says. */
export function cardOfTestId(card: TestCard, now: Date): CheckedCard {
  const failsByCvc = card.outcome.does === 'decline' && card.outcome.onlyWithCvc === true;
  return {
    testCardId: card.id,
    kept: {
      ...storedCardOf(card.number, card, failsByCvc ? 'fail' : 'pass'),
      exp_month: 12,
      exp_year: now.getUTCFullYear() + 3,
    },
  };
}
