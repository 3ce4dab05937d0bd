/** A quantity with its unit, such as `18 l` or `35 mm`, somewhere in a text. */
export interface Measure {
  /** The same for every way to write it: `mm 350` for 35 cm and for 350 mm. */
  readonly key: string;
  /** As written in the text. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Names of units in running text, with their base unit and factor. */
const UNITS: readonly (readonly [names: string, base: string, factor: number])[] = [
  ['mm|millimet(?:re|er)s?', 'mm', 1],
  ['cm|centimet(?:re|er)s?', 'mm', 10],
  ['m|met(?:re|er)s?', 'mm', 1000],
  ['km|kilomet(?:re|er)s?', 'mm', 1_000_000],
  ['in|inch(?:es)?|"|”|″', 'inch', 1],
  ['ft|foot|feet', 'inch', 12],
  ['ml|millilit(?:re|er)s?', 'ml', 1],
  ['cl|centilit(?:re|er)s?', 'ml', 10],
  ['dl|decilit(?:re|er)s?', 'ml', 100],
  ['l|lit(?:re|er)s?|ltrs?', 'ml', 1000],
  ['g|gr|grams?|grammes?', 'g', 1],
  ['kg|kilos?|kilogram(?:me)?s?', 'g', 1000],
  ['oz|ounces?', 'oz', 1],
  ['lbs?|pounds?', 'oz', 16],
  ['mb|megabytes?', 'mb', 1],
  ['gb|gigabytes?', 'mb', 1000],
  ['tb|terabytes?', 'mb', 1_000_000],
  ['w|watts?', 'w', 1],
  ['wh|watt hours?', 'wh', 1],
  ['mah', 'mah', 1],
  ['v|volts?', 'v', 1],
  ['hz|hertz', 'hz', 1],
  ['khz', 'hz', 1000],
  ['mp|megapixels?', 'mp', 1],
  ['lm|lumens?', 'lm', 1],
  ['db|decibels?', 'db', 1],
  ['pages?', 'pages', 1],
  ['pieces?|pcs?', 'pieces', 1],
];

const MEASURE = new RegExp(
  `(?<![\\p{L}\\d.,])(\\d{1,7}(?:[.,]\\d{1,3})?)(?: |-|\u00a0)?(?:${UNITS.map(([names]) => `(${names})`).join('|')})(?![\\p{L}\\d²³/])`,
  'giu',
);
const DIGIT = /\d/;
const THOUSANDS = /^(\d{1,3}),(\d{3})$/;

function amountOf(text: string): number {
  return Number(text.replace(THOUSANDS, '$1$2').replace(',', '.'));
}

/** The quantities in a text. Dollars and pounds sterling are not units. */
export function readMeasures(text: string): Measure[] {
  if (!DIGIT.test(text)) return [];
  return Array.from(text.matchAll(MEASURE), (match) => {
    const unit = UNITS[match.slice(2).findIndex((group) => group !== undefined)];
    const amount = amountOf(match[1] ?? '') * (unit?.[2] ?? 1);
    return {
      key: `${unit?.[1]} ${Number(amount.toPrecision(9))}`,
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}
