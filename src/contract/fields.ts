import { z } from 'zod';
import { DAY_LIMITS, USER_LIMITS } from '#domain/form-limits.ts';
import { MAX_AMOUNT, parseDecimal } from '#domain/money/money.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE } from '#domain/paging.ts';

/** Largest value of PostgreSQL's `integer`: anything above cannot be an id. */
export const MAX_ID = 2_147_483_647;

/** A numeric id in a path or query. */
export const idParam = z.coerce.number().int().min(1).max(MAX_ID);

/** A numeric id in a JSON body. */
export const id = z.int().min(1).max(MAX_ID);

export const page = z.coerce.number().int().min(1).max(MAX_PAGE).default(1);
export const perPage = z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE);

/** An amount in responses: dollars with two decimals, such as `"149.00"`. */
export const amount = z.string().regex(/^-?\d+\.\d{2}$/);

export const TOO_LARGE = 'This number is too large.';

/** The error message for an invalid amount. @param value any JSON */
export const problemOfAmount = (value: unknown, { negative = false } = {}): string =>
  typeof value !== 'object' && Math.abs(Number(value)) * 100 > MAX_AMOUNT
    ? TOO_LARGE
    : `Please enter an amount ${negative ? '' : 'of at least 0 '}with at most two decimals.`;

/**
 * An amount that somebody enters, as cents: dollars, a number or a text with at most two decimals; negative only if
 * `negative` allows it.
 */
export const amountInput = ({ negative = false } = {}) =>
  z.union([z.number(), z.string().trim()], { error: 'Please enter an amount.' }).transform((value, context) => {
    const cents = parseDecimal(value, { negative });
    if (cents !== undefined) return cents;
    context.issues.push({ code: 'custom', input: value, message: problemOfAmount(value, { negative }) });
    return z.NEVER;
  });

/** A whole number. */
export const between = (min: number, max: number) => {
  const sentence = `Please enter a whole number from ${min} to ${max}.`;
  return z.int(sentence).min(min, sentence).max(max, sentence);
};

/** A whole number within the limits that its form shows as well. */
export const inRange = ({ min, max }: { readonly min: number; readonly max: number }) => between(min, max);

/** A timestamp as ISO 8601 in UTC. */
export const timestamp = z.iso.datetime();

/** A day of the shop's calendar, such as `2026-11-21`, within the years that the database supports. */
export const day = z.iso
  .date('Please enter a valid date.')
  .refine((date) => date >= DAY_LIMITS.min && date <= DAY_LIMITS.max, 'Please enter a valid date.');

/** Days, inclusive; an omitted end is open. */
interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Check for `refine`, and its message. */
export const isForward = ({ from, to }: Period): boolean => from === undefined || to === undefined || from <= to;
export const BACKWARD = { path: ['to'], message: 'The period must not end before it begins.' };

/**
 * Invisible characters that make a text look different: bidirectional marks, embeddings, overrides and isolates,
 * zero-width spaces. Right-to-left scripts have their direction in their letters.
 */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
/** Joiners without anything to join: Persian and Indic scripts and emoji have a letter or symbol on both sides. */
const LOOSE_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

export const NO_CONTROL = 'Control characters are not allowed.';

const withoutUnseen = (text: string): string => text.replace(UNSEEN, '').replace(LOOSE_JOINER, '').trim();

/**
 * Text input: trimmed, without invisible characters; control characters and lone surrogates, which JSON columns cannot
 * store, are refused.
 */
const text = (min: number, max: number, allowed: RegExp) =>
  z
    .string()
    .overwrite(withoutUnseen)
    .min(min, min === 1 ? 'This field is required.' : undefined)
    .max(max)
    .regex(allowed, NO_CONTROL);

/** One line: PostgreSQL refuses NUL, and line breaks in a name would reach mail headers. */
export const singleLine = (min: number, max: number) => text(min, max, /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u);

/** Several lines. */
export const multiLine = (min: number, max: number) => text(min, max, /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u);

/** An email address; stored in lower case, because comparisons are case-insensitive. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(USER_LIMITS.email)
  .pipe(z.email('Please enter a valid email address.'));

/** A password as typed. The minimum length is a setting; this limit only keeps hashing cheap. */
export const password = z.string().min(1, 'This field is required.').max(200);

/** The token of a mailed link. */
export const linkToken = z.string().trim().min(1, 'This field is required.').max(200);

/** An empty string in a query counts as missing. */
export const blankAsMissing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
