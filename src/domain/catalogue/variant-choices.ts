import { matchesChoice } from './matches-choice.ts';

/** The part of a variant that option selection needs. */
export interface Choosable {
  /** Such as `{"Colour": "Mist", "Size": "M"}`. */
  readonly options: Readonly<Record<string, string>>;
  /** Swatch colour, as `#rrggbb`. */
  readonly swatch: string | null;
}

/** An option, such as the colour, and its values in the merchant's order. */
export interface OptionGroup {
  readonly name: string;
  readonly values: readonly { readonly value: string; readonly swatch: string | null }[];
}

/** All options of a product, in the merchant's order. Only one option is shown by swatches. */
export function optionGroups(variants: readonly Choosable[]): OptionGroup[] {
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant.options)))];
  const groups = names.map((name) => {
    const values = new Set(variants.map((variant) => variant.options[name]).filter((value) => value !== undefined));
    return { name, values: [...values].map((value) => ({ value, swatch: swatchOf(variants, name, value) })) };
  });
  // If each size comes in only one colour, the swatches could stand for sizes as well.
  const colour = groups.find(isColourful);
  return groups.map((group) => (group === colour ? group : withoutSwatches(group)));
}

const withoutSwatches = ({ name, values }: OptionGroup): OptionGroup => ({
  name,
  values: values.map(({ value }) => ({ value, swatch: null })),
});

const isColourful = ({ values }: OptionGroup) => values.some(({ swatch }) => swatch !== null);

/**
 * Whether a swatch can stand for a value: every variant with this value has the same one, and another value has a
 * different one, so that sizes of one colour stay text.
 */
function swatchOf(variants: readonly Choosable[], name: string, value: string): string | null {
  const of = (isWanted: (option: string | undefined) => boolean) =>
    new Set(variants.filter(({ options }) => isWanted(options[name])).map(({ swatch }) => swatch));
  const [swatch, ...further] = of((option) => option === value);
  const isItsOwn = further.length === 0 && !of((option) => option !== value).has(swatch ?? null);
  return isItsOwn ? (swatch ?? null) : null;
}

/** An option as shown on a card. */
export interface ChoiceHint {
  readonly name: string;
  /** The first values, in the merchant's order. */
  readonly values: readonly string[];
  /** A colour for each of `values`; empty if they are shown as text. */
  readonly swatches: readonly string[];
  /** Total number of values. */
  readonly count: number;
}

/** How many swatches, and how long a text, fit on one line of a card on a phone with two cards per row. */
const SHOWN_SWATCHES = 5;
const LINE_LENGTH = 27;

/** The first values that fit on one line, with the number of the others: "US 7, US 8, US 9 +3". At least one. */
function valuesOnLine(values: readonly string[]): readonly string[] {
  if (values.join(', ').length <= LINE_LENGTH) return values;
  const fits = (count: number) =>
    `${values.slice(0, count).join(', ')} +${values.length - count}`.length <= LINE_LENGTH;
  let shown = 1;
  while (shown + 1 < values.length && fits(shown + 1)) shown += 1;
  return values.slice(0, shown);
}

/** The options of a product's card, without options that have only one value. */
export function choiceHints(variants: readonly Choosable[]): ChoiceHint[] {
  return optionGroups(variants)
    .filter(({ values }) => values.length > 1)
    .map(({ name, values }) => {
      const hinted = values.slice(0, SHOWN_SWATCHES);
      const swatches = hinted.flatMap(({ swatch }) => swatch ?? []);
      const hasSwatches = swatches.length === hinted.length;
      const words = values.map(({ value }) => value);
      return {
        name,
        values: hasSwatches ? words.slice(0, SHOWN_SWATCHES) : valuesOnLine(words),
        swatches: hasSwatches ? swatches : [],
        count: values.length,
      };
    });
}

/**
 * The options that a picture stands for, such as `{"Colour": "Mist"}`; empty for a picture of no particular variant.
 */
export type PictureChoice = Readonly<Record<string, string>>;

/**
 * The options that choosing a picture selects: those that all variants with this picture have in common, as far as the
 * picture shows them. A colour pictured once for all its sizes says nothing about the size, even if only one size has
 * the picture.
 */
export function pictureChoice(
  variants: readonly (Choosable & { readonly image: string | null })[],
  image: string,
): PictureChoice {
  const pictured = variants.filter((variant) => variant.image === image);
  const [first] = pictured;
  if (!first) return {};
  const isCommon = (name: string) => pictured.every(({ options }) => options[name] === first.options[name]);
  const groups = optionGroups(variants).filter(({ name, values }) => values.length > 1 && isCommon(name));
  const choiceOf = (some: readonly OptionGroup[]) =>
    Object.fromEntries(some.map(({ name }) => [name, first.options[name] ?? '']));
  const hasOtherPicture = (choice: PictureChoice) =>
    variants.some((other) => other.image !== null && other.image !== image && matchesChoice(other.options, choice));
  let needed = groups;
  // Starting with the last option, which is the least visible one.
  for (const group of groups.toReversed()) {
    const fewer = needed.filter((other) => other !== group);
    if (fewer.length > 0 && !isColourful(group) && !hasOtherPicture(choiceOf(fewer))) needed = fewer;
  }
  return choiceOf(needed);
}
