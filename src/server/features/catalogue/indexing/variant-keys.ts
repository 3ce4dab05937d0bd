import { colourFamiliesOfProduct } from '#domain/catalogue/colour-family.ts';
import { sizeKeys } from '#domain/search/size.ts';

/** The part of a variant that the search needs. */
export interface SearchedVariant {
  readonly id: number;
  /** Such as `{"Colour": "Mist", "Size": "M"}`. */
  readonly options: Readonly<Record<string, string>>;
  /** `#rrggbb`. */
  readonly swatch: string | null;
}

const COLOUR = /^colou?r$/i;

const colourIn = (options: SearchedVariant['options']): string =>
  Object.entries(options).find(([name]) => COLOUR.test(name))?.[1] ?? '';

/** The colours and sizes of a product, for searches such as 'blue' or 'size 9'. */
export function variantKeys(variants: readonly SearchedVariant[]): string[] {
  const keys = variants.flatMap(({ options, swatch }) => [
    ...colourFamiliesOfProduct(colourIn(options), swatch).map((family) => `colour ${family}`),
    ...Object.entries(options).flatMap(([name, value]) =>
      COLOUR.test(name) ? [`colour ${value.toLowerCase()}`] : sizeKeys(value).map((key) => `size ${key}`),
    ),
  ]);
  return [...new Set(keys)];
}

/** Distinct values of the options. */
export function optionValues(variants: readonly SearchedVariant[]): string[] {
  return [...new Set(variants.flatMap(({ options }) => Object.values(options)))];
}
