import { sizeKeys } from '../search/size.ts';
import { COLOUR_FAMILIES, colourFamiliesOfProduct } from './colour-family.ts';
import { type Choosable, optionGroups } from './variant-choices.ts';

/** Keys of the options that are read alike in all products, whatever they are called. */
export const COLOUR = 'colour';
export const SIZE = 'size';

/** A value of a variant as shoppers filter by it. */
export interface OptionValue {
  /** Key of its option in addresses, such as `colour` or `binding`. */
  readonly option: string;
  /** The option's name in the product, such as `Color`. */
  readonly name: string;
  /** The value in addresses, such as `blue` or `us-9`. */
  readonly value: string;
  /** The value in words, such as `US 9`. */
  readonly label: string;
}

const IS_COLOUR = /^colou?rs?$/i;
const IS_SIZE = /(?:^|\s)sizes?$/i;
const MAX_KEY_LENGTH = 60;
const SYSTEM = /^(us|uk|eu)-\d/;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name or value as it appears in addresses: lower case, with hyphens between words and no commas. */
export function optionKey(text: string): string {
  const words = text.trim().toLowerCase().normalize('NFC');
  return words
    .replace(/[^\p{L}\p{M}\p{N}.+]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_KEY_LENGTH)
    .toWellFormed();
}

/** The value of a size key in addresses: `us-9` for `us 9`. */
export const sizeValueOf = (key: string): string => key.replace(' ', '-');

const sizeLabel = (key: string): string => key.toUpperCase();

/** Sizes that an option value stands for: two for 'US 9-10', one for 'W32', and none for '26 cm'. */
function sizesIn(text: string): string[] {
  const keys = sizeKeys(text);
  // 'US 9' has the keys 'us 9' and '9'; the bare number only serves searches.
  const isBare = (key: string) =>
    keys.some((other) => other !== key && other.replace(/^(?:(?:us|uk|eu) |w)/, '') === key);
  return keys.filter((key) => !isBare(key));
}

/** Whether a size value may be meant by a size key of a search, such as `us-9` by `9`. */
export const isSizeMeant = (value: string, key: string): boolean =>
  value === sizeValueOf(key) || (/^\d/.test(key) && value.replace(/^(?:(?:us|uk|eu)-|w)/, '') === key);

const isColour = (name: string): boolean => IS_COLOUR.test(name.trim());

/** Only by the most likely family: a search for pink may find a cherry dress, but nobody wants it among the pink ones. */
function colourOf(name: string, text: string, swatch: string | null): OptionValue[] {
  const [family] = colourFamiliesOfProduct(text, swatch);
  const value = family ?? optionKey(text);
  return value === '' ? [] : [{ option: COLOUR, name, value, label: family ? capital(family) : text.trim() }];
}

/** Of an option that is no colour. */
function valuesOf(name: string, text: string): OptionValue[] {
  const isSize = IS_SIZE.test(name.trim());
  const sizes = isSize ? sizesIn(text) : [];
  if (sizes.length > 0)
    return sizes.map((key) => ({ option: SIZE, name: 'Size', value: sizeValueOf(key), label: sizeLabel(key) }));
  const value = optionKey(text);
  const option = isSize ? SIZE : optionKey(name);
  return value === '' || option === ''
    ? []
    : [{ option, name: isSize ? 'Size' : name.trim(), value, label: text.trim() }];
}

/**
 * What shoppers filter a variant by. A colour counts by its family, and by its name if that is unknown; sizes are read from
 * options called 'Size'; other options count as they are.
 */
export function optionValuesOf({ options, swatch }: Choosable): OptionValue[] {
  const own = Object.entries(options);
  // A swatch may stand beside an option with another name, such as 'Finish'.
  const [colourName, colourText] = own.find(([name]) => isColour(name)) ?? ['Colour', ''];
  return [
    ...colourOf(colourName, colourText, swatch),
    ...own.flatMap(([name, text]) => (isColour(name) ? [] : valuesOf(name, text))),
  ];
}

/** A condition on one option: any of the values. */
export interface OptionCondition {
  readonly key: string;
  readonly values: readonly string[];
}

/** Whether a variant meets all conditions. */
export function meetsConditions(variant: Choosable, conditions: readonly OptionCondition[]): boolean {
  const own = optionValuesOf(variant);
  return conditions.every(({ key, values }) =>
    own.some(({ option, value }) => option === key && values.includes(value)),
  );
}

/** The options of a variant that the conditions decide, such as `{"Colour": "Mist"}`. */
export function decidedOptions(
  variants: readonly Choosable[],
  { options }: Choosable,
  conditions: readonly OptionCondition[],
): Record<string, string> {
  const keys = new Set(conditions.map(({ key }) => key));
  const shown = optionGroups(variants).find(({ values }) => values.some(({ swatch }) => swatch !== null));
  const keysOf = (name: string, text: string): string[] => [
    ...(isColour(name) || name === shown?.name ? [COLOUR] : []),
    ...(isColour(name) ? [] : valuesOf(name, text).map(({ option }) => option)),
  ];
  const isDecided = ([name, text]: [string, string]): boolean => keysOf(name, text).some((key) => keys.has(key));
  return Object.fromEntries(Object.entries(options).filter(isDecided));
}

/** Letter sizes and sizes of beds, from small to large. */
const RANKS = new Map(
  [
    'xxxs xxs xs s m l xl xxl xxxl',
    'one-size',
    'crib cot toddler twin single small-double full double queen king super-king california-king',
    'mini small medium large extra-large jumbo',
  ].flatMap((values, group) => values.split(' ').map((value, place) => [value, group * 100 + place] as const)),
);

const NUMBER = /\d+(?:\.\d+)?/;
const collator = new Intl.Collator('en', { numeric: true });

/** The systems of sizes, in the order in which they are shown. */
export const SIZE_GROUPS = ['Clothing', 'Waist', 'Number', 'US', 'UK', 'EU'] as const;
export type SizeGroup = (typeof SIZE_GROUPS)[number];

/** The system of a size, for its heading; null for sizes without one, such as '26 cm'. */
export function sizeSystem(value: string): SizeGroup | null {
  const system = SYSTEM.exec(value)?.[1];
  if (system) return SIZE_GROUPS.find((group) => group.toLowerCase() === system) ?? null;
  if (/^w\d\d$/.test(value)) return 'Waist';
  if (/^\d{1,3}(?:\.5)?$/.test(value)) return 'Number';
  return (RANKS.get(value) ?? 100) < 100 ? 'Clothing' : null;
}

/** The natural order of an option's values: colours like a rainbow, sizes from small to large, others by name. */
export function compareOptionValues(option: string): (a: string, b: string) => number {
  if (option === COLOUR) {
    const place = (value: string) => {
      const at = (COLOUR_FAMILIES as readonly string[]).indexOf(value);
      return at < 0 ? COLOUR_FAMILIES.length : at;
    };
    return (a, b) => place(a) - place(b) || collator.compare(a, b);
  }
  const system = (value: string) => {
    const own = option === SIZE ? sizeSystem(value) : null;
    return own === null ? SIZE_GROUPS.length : SIZE_GROUPS.indexOf(own);
  };
  const rank = (value: string) => RANKS.get(value) ?? Number.MAX_SAFE_INTEGER;
  const unit = (value: string) => value.replace(NUMBER, '');
  const amount = (value: string) => Number(NUMBER.exec(value)?.[0] ?? Number.POSITIVE_INFINITY);
  return (a, b) =>
    system(a) - system(b) ||
    rank(a) - rank(b) ||
    collator.compare(unit(a), unit(b)) ||
    (amount(a) === amount(b) ? collator.compare(a, b) : amount(a) - amount(b));
}
