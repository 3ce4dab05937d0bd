/** A variant as far as it is something to choose. */
export interface Choosable {
  /** Such as `{"Colour": "Mist", "Size": "M"}`. */
  readonly options: Readonly<Record<string, string>>;
  /** The colour it is shown by, as `#rrggbb`. */
  readonly swatch: string | null;
}

/** One thing to choose, such as the colour, and its values in the merchant's order. */
export interface OptionGroup {
  readonly name: string;
  readonly values: readonly { readonly value: string; readonly swatch: string | null }[];
}

/** All that there is to choose of a product; what is shown by its colour stands first. */
export function optionGroups(variants: readonly Choosable[]): OptionGroup[] {
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant.options)))];
  const groups = names.map((name) => {
    const values = new Set(variants.map((variant) => variant.options[name]).filter((value) => value !== undefined));
    return { name, values: [...values].map((value) => ({ value, swatch: swatchOf(variants, name, value) })) };
  });
  return groups.toSorted((one, other) => Number(isColourful(other)) - Number(isColourful(one)));
}

const isColourful = ({ values }: OptionGroup) => values.some(({ swatch }) => swatch !== null);

/**
 * Whether a value's colour can stand for it: every variant with this value has the same one, and another value of the
 * group has another, so that sizes of one colour stay words.
 */
function swatchOf(variants: readonly Choosable[], name: string, value: string): string | null {
  const of = (isWanted: (option: string | undefined) => boolean) =>
    new Set(variants.filter(({ options }) => isWanted(options[name])).map(({ swatch }) => swatch));
  const [swatch, ...further] = of((option) => option === value);
  const isItsOwn = further.length === 0 && !of((option) => option !== value).has(swatch ?? null);
  return isItsOwn ? (swatch ?? null) : null;
}

/** What a card tells of one thing to choose. */
export interface ChoiceHint {
  readonly name: string;
  /** The first ones, in the merchant's order. */
  readonly values: readonly string[];
  /** A colour for each of `values`; empty where they are told in words. */
  readonly swatches: readonly string[];
  /** How many values there are. */
  readonly count: number;
}

/** As many as fit beside each other on a card of two to the width of a phone. */
const SHOWN_VALUES = 5;

/** What a card tells of a product's variants: nothing of an option that has one value alone. */
export function choiceHints(variants: readonly Choosable[]): ChoiceHint[] {
  return optionGroups(variants)
    .filter(({ values }) => values.length > 1)
    .map(({ name, values }) => {
      const shown = values.slice(0, SHOWN_VALUES);
      const swatches = shown.flatMap(({ swatch }) => swatch ?? []);
      return {
        name,
        values: shown.map(({ value }) => value),
        swatches: swatches.length === shown.length ? swatches : [],
        count: values.length,
      };
    });
}
