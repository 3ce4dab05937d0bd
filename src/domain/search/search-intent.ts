import { COLOUR_FAMILIES, COLOUR_SHADES } from '../catalogue/colour-family.ts';
import { type Cents, MAX_AMOUNT, parseDecimal, percentOf } from '../money/money.ts';
import { type Measure, readMeasures } from './measure.ts';
import { wantedSizeKeys } from './size.ts';

export const SEARCH_FILTERS = ['price', 'size', 'measure', 'colour', 'sale', 'stock'] as const;

/** A part of a search text that acts as a filter. */
export interface ReadFilter {
  readonly kind: (typeof SEARCH_FILTERS)[number];
  /** Label of its chip, such as `Under 200`. */
  readonly label: string;
  /** Position in the text. */
  readonly start: number;
  readonly end: number;
  /** Its index keys: of a size, a measure, or a colour family. */
  readonly keys: readonly string[];
}

/** A sort order requested by a word, such as 'cheap': a tie-break between equal matches. */
export type Preference = 'cheapest' | 'best rated' | 'newest';

/** The parsed search text. */
export interface SearchIntent {
  /** The remaining words to search for, in lower case. */
  readonly text: string;
  readonly filters: readonly ReadFilter[];
  /** Price limits in cents. */
  readonly minPrice: Cents | undefined;
  readonly maxPrice: Cents | undefined;
  readonly isOnSale: true | undefined;
  readonly isInStock: true | undefined;
  readonly preference: Preference | undefined;
}

const SIGN = '[$£€]|usd |eur |gbp ';
const NAME = 'dollars?|bucks|usd|euros?|eur|pounds|gbp|quid|[$£€]';
const AMOUNT = '\\d{1,6}(?:,\\d{3})*(?:\\.\\d{1,2})?';
/** An amount with or without its currency, but not a quantity. */
const anyMoney = (name: string) => `(?:${SIGN})? ?(?<${name}>${AMOUNT})(?![\\d.]) ?(?:(?:${NAME})(?![\\p{L}]))?`;
const money = (name: string) =>
  `(?:(?:${SIGN}) ?(?<${name}>${AMOUNT})|(?<${name}2>${AMOUNT}) ?(?:${NAME}))(?![\\p{L}\\d])`;
const BEFORE = '(?<![\\p{L}\\p{N}$£€])(?:for |priced |costing |that costs? )?';

type Bounds = { readonly min?: number; readonly max?: number };

/** Patterns of price ranges, most explicit first; the named groups `a` and `b` are the amounts. */
const PRICES: readonly (readonly [pattern: RegExp, bounds: (a: number, b: number) => Bounds])[] = [
  [
    new RegExp(`${BEFORE}(?:between|from) ${anyMoney('a')} (?:and|to|-|–) ${anyMoney('b')}`, 'iu'),
    (a, b) => ({ min: Math.min(a, b), max: Math.max(a, b) }),
  ],
  [
    new RegExp(`${BEFORE}${money('a')} ?(?:-|–|to) ?${anyMoney('b')}`, 'iu'),
    (a, b) => ({ min: Math.min(a, b), max: Math.max(a, b) }),
  ],
  [
    new RegExp(`${BEFORE}(?<a>${AMOUNT}) ?(?:-|–|to) ?${money('b')}`, 'iu'),
    (a, b) => ({ min: Math.min(a, b), max: Math.max(a, b) }),
  ],
  [
    new RegExp(
      `${BEFORE}(?:under|below|beneath|less than|cheaper than|lower than|up to|at most|no more than|not (?:more|over) than|not over|max(?:imum)?(?: of)?|within|<=?|budget(?: of)?) ?${anyMoney('a')}`,
      'iu',
    ),
    (a) => ({ max: a }),
  ],
  [new RegExp(`${BEFORE}${money('a')} (?:or|and) (?:less|under|below|cheaper)`, 'iu'), (a) => ({ max: a })],
  [
    new RegExp(
      `${BEFORE}(?:over|above|more than|at least|no less than|min(?:imum)?(?: of)?|starting (?:at|from)|>=?) ?${anyMoney('a')}`,
      'iu',
    ),
    (a) => ({ min: a }),
  ],
  [new RegExp(`${BEFORE}${money('a')} ?(?:\\+|(?:or|and) (?:more|up|over|above))`, 'iu'), (a) => ({ min: a })],
  [new RegExp(`${BEFORE}from ${money('a')}`, 'iu'), (a) => ({ min: a })],
  [
    new RegExp(`${BEFORE}(?:around|about|roughly|approximately|circa) ${money('a')}`, 'iu'),
    (a) => ({ min: percentOf(a, 7_500), max: percentOf(a, 12_500) }),
  ],
  [new RegExp(`${BEFORE}(?:only )?${money('a')}`, 'iu'), (a) => ({ max: a })],
];

const WORD_START = '(?<![\\p{L}\\p{N}])';
const WORD_END = '(?![\\p{L}\\p{N}])';
const phrase = (words: string) => new RegExp(`${WORD_START}(?:${words})${WORD_END}`, 'iu');

const SALE = phrase(
  '(?:that (?:is|are) )?(?:on|in the|for) (?:sale|offer|promotion)|on special|special offers?|sales?|discount(?:ed|s)?|reduced(?: price)?|clearance|bargains?|deals?|marked down',
);
const STOCK = phrase('(?:that (?:is|are) )?(?:currently )?(?:in[ -]stock|available(?: now)?)');
const PREFERENCES: readonly (readonly [RegExp, Preference])[] = [
  [phrase('cheap(?:er|est)?|inexpensive|affordable|budget|low[ -](?:cost|priced?)|lowest price'), 'cheapest'],
  [phrase('(?:top|best|highest)[ -]rated|top[ -]quality'), 'best rated'],
  [phrase('newest|latest|new arrivals?|just in'), 'newest'],
];

const LETTER = 'xxxs|xxs|xs|s|m|l|xl|xxl|xxxl|2xl|3xl|extra small|small|medium|large|extra large|x-small|x-large';
const SIZES: readonly RegExp[] = [
  phrase(`(?:in )?(?:an? )?size (?<size>(?:(?:us|uk|eu) ?)?\\d{1,3}(?:\\.5)?|${LETTER})`),
  phrase('(?:in )?(?<size>(?:us|uk|eu) ?\\d{1,2}(?:\\.5)?)'),
  phrase(`(?:in )?(?:an? )?(?<size>${LETTER})[ -]sized?`),
  phrase(`in (?:an? )?(?<size>${LETTER})$`),
  phrase('(?<size>xxxs|xxs|xs|xl|xxl|xxxl|2xl|3xl)'),
];

const ANY_COLOUR = phrase(Object.values(COLOUR_SHADES).join('|'));
/** In front of these words, a colour word is not a colour: 'olive oil', but not 'red wine glass'. */
const NO_COLOUR_BEFORE = '(?! (?:oil|wine|juice|tea|sugar|bread|pepper|cheese|tree)s?$)';
const COLOURS = COLOUR_FAMILIES.map(
  (family) =>
    [
      family,
      new RegExp(
        `${WORD_START}(?:in )?(?:(?:light|dark|bright|pale|deep)[ -])?(?<name>${COLOUR_SHADES[family]})(?:[ -]colou?r(?:ed)?)?${WORD_END}${NO_COLOUR_BEFORE}`,
        'iu',
      ),
    ] as const,
);

const DIGIT = /\d/;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const spaces = (length: number): string => ' '.repeat(length);

/** Larger amounts are clamped to the highest possible price. */
const centsOf = (amount = '0'): Cents => parseDecimal(amount.replaceAll(',', '')) ?? MAX_AMOUNT;

/** Extracts filters from a text one after the other; extracted parts are blanked, so that positions stay valid. */
class IntentReader {
  readonly filters: ReadFilter[] = [];
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  blank(start: number, length: number): void {
    this.text = this.text.slice(0, start) + spaces(length) + this.text.slice(start + length);
  }

  take(kind: ReadFilter['kind'], match: RegExpExecArray, label: string, keys: readonly string[] = []): void {
    // The pattern may include a word and the spaces after it.
    const found = match[0].trimEnd();
    const start = match.index + (found.length - found.trimStart().length);
    const end = match.index + found.length;
    this.blank(start, end - start);
    this.filters.push({ kind, label, keys, start, end });
  }
}

/** A quantity, such as 'under 2 kg', is not a price. */
function readPrice(reader: IntentReader, measures: readonly Measure[]): Bounds {
  if (!DIGIT.test(reader.text)) return {};
  for (const [pattern, boundsOf] of PRICES) {
    const match = pattern.exec(reader.text);
    if (!match?.groups) continue;
    const { a = match.groups.a2, b = match.groups.b2 } = match.groups;
    const end = match.index + match[0].trimEnd().length;
    // '$120 in stock' is no length.
    const isMeasure = !/[$£€]/.test(match[0]) && measures.some((one) => one.start < end && one.end > end);
    if (isMeasure) continue;
    const bounds = boundsOf(centsOf(a), centsOf(b));
    reader.take(
      'price',
      match,
      capital(
        match[0]
          .trim()
          .replace(/\s+/g, ' ')
          .replace(/^for (?=\D)/i, ''),
      ),
    );
    return bounds;
  }
  return {};
}

function readColours(reader: IntentReader): void {
  if (!ANY_COLOUR.test(reader.text)) return;
  for (const [family, pattern] of COLOURS) {
    const match = pattern.exec(reader.text);
    if (!match) continue;
    const name = match.groups?.name?.toLowerCase() ?? family;
    reader.take('colour', match, capital(name), [...new Set([`colour ${name}`, `colour ${family}`])]);
  }
}

/**
 * Parses a shopper's request: 'red dress under 150' is a dress, in red, for at most 150. It does not know the
 * catalogue; whether such a product exists is up to the search.
 */
export function readSearchIntent(typed: string): SearchIntent {
  const reader = new IntentReader(typed.toLowerCase().length === typed.length ? typed.toLowerCase() : typed);
  const { min, max } = readPrice(reader, readMeasures(reader.text));
  const take = (kind: ReadFilter['kind'], pattern: RegExp, label: string): true | undefined => {
    const match = pattern.exec(reader.text);
    if (!match) return undefined;
    reader.take(kind, match, label);
    return true;
  };
  const isOnSale = take('sale', SALE, 'On sale');
  const isInStock = take('stock', STOCK, 'In stock');
  for (const pattern of SIZES) {
    const match = pattern.exec(reader.text);
    const size = match?.groups?.size;
    if (!match || size === undefined) continue;
    reader.take(
      'size',
      match,
      `Size ${size.toUpperCase()}`,
      wantedSizeKeys(size).map((key) => `size ${key}`),
    );
    break;
  }
  for (const measure of readMeasures(reader.text)) {
    reader.blank(measure.start, measure.end - measure.start);
    const { key, start, end, text } = measure;
    reader.filters.push({ kind: 'measure', label: text, keys: [key], start, end });
  }
  readColours(reader);
  let preference: Preference | undefined;
  for (const [pattern, wanted] of PREFERENCES) {
    const match = pattern.exec(reader.text);
    if (!match) continue;
    preference ??= wanted;
    reader.blank(match.index, match[0].length);
  }
  return {
    text: reader.text.replace(/\s+/g, ' ').trim(),
    filters: reader.filters.sort((a, b) => a.start - b.start),
    minPrice: min === undefined ? undefined : Math.round(min),
    maxPrice: max === undefined ? undefined : Math.round(max),
    isOnSale,
    isInStock,
    preference,
  };
}

interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** The search text without some of its parts. */
export function withoutParts(text: string, parts: readonly TextPart[]): string {
  const rest = parts.reduce(
    (left, { start, end }) => left.slice(0, start) + spaces(end - start) + left.slice(end),
    text,
  );
  return rest.replace(/\s+/g, ' ').trim();
}

/** The search text without the part from `start` to `end`, for the URL that removes its chip. */
export const withoutPart = (text: string, part: TextPart): string => withoutParts(text, [part]);
