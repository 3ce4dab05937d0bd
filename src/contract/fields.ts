import { z } from 'zod';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#domain/paging.ts';

/** Largest id PostgreSQL's `integer` holds: anything above is no id of ours. */
const MAX_ID = 2_147_483_647;

/** A numeric id in an address or a query. */
export const idParam = z.coerce.number().int().min(1).max(MAX_ID);

/** A numeric id in a JSON body. */
export const id = z.int().min(1).max(MAX_ID);

export const page = z.coerce.number().int().min(1).max(1_000_000).default(1);
export const perPage = z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE);

/** An amount of money on the wire: dollars with two decimals, such as `"149.00"`. */
export const amount = z.string().regex(/^-?\d+\.\d{2}$/);

/** A moment as ISO 8601 in UTC. */
export const moment = z.iso.datetime();

/** A day of the shop's calendar, such as `2026-11-21`; within the years that a shop and its database know. */
export const day = z.iso
  .date('Please enter a valid date.')
  .refine((date) => date >= '1970-01-01' && date <= '2999-12-31', 'Please enter a valid date.');

/** Days, both included; an end that is left out is open. */
interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What a period is held to by `refine`, and what is said of one that is not so. */
export const isForward = ({ from, to }: Period): boolean => from === undefined || to === undefined || from <= to;
export const BACKWARD = { path: ['to'], message: 'The period must not end before it begins.' };

/**
 * Signs that nobody sees and that make a text read as another one: marks, embeddings, overrides and isolates of the
 * direction of writing, spaces without width. Right-to-left scripts carry their direction in their letters.
 */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
/** Joiners that join nothing: Persian and Indic scripts and emoji have a letter or sign before them and one after. */
const LOOSE_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

const withoutUnseen = (text: string): string => text.replace(UNSEEN, '').replace(LOOSE_JOINER, '').trim();

/**
 * Text from a person: trimmed, without signs that nobody sees, and refused with control characters and half characters,
 * which no JSON column holds.
 */
const text = (min: number, max: number, allowed: RegExp) =>
  z
    .string()
    .overwrite(withoutUnseen)
    .min(min, min === 1 ? 'This field is required.' : undefined)
    .max(max)
    .regex(allowed, 'Control characters are not allowed.');

/** One line: PostgreSQL refuses NUL, and line breaks in a name would reach mail headers. */
export const line = (min: number, max: number) => text(min, max, /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u);

/** Several lines. */
export const prose = (min: number, max: number) => text(min, max, /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u);

/** An e-mail address; compared without regard to case, so it is kept in lower case. */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address.'));

/** A password as typed. The length rule of the shop is a setting; this bound only keeps hashing cheap. */
export const password = z.string().min(1, 'This field is required.').max(200);

/** The token of a mail's link. */
export const linkToken = z.string().trim().min(1, 'This field is required.').max(200);

/** An empty string in a query means that the field was left blank. */
export const blankAsMissing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
