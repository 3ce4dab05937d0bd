import { type OptionValue, optionValuesOf } from '#domain/catalogue/option-values.ts';
import type { SearchedVariant } from './variant-keys.ts';

/** Such as `colour=blue`. */
export const optionValueKey = (option: string, value: string): string => `${option}=${value}`;

/** What shoppers filter a variant by. */
export interface FilteredVariant {
  readonly id: number;
  readonly values: readonly OptionValue[];
}

export const filteredVariants = (variants: readonly SearchedVariant[]): FilteredVariant[] =>
  variants.map(({ id, ...variant }) => ({ id, values: optionValuesOf(variant) }));

const isBefore = (one: OptionValue, other: OptionValue): boolean =>
  one.name === other.name ? one.label < other.label : one.name < other.name;

/** The variants of a product count once for a value: all of them spell it as the first of them in the order of characters. */
export function spelledAlike(variants: readonly FilteredVariant[]): FilteredVariant[] {
  const spellings = new Map<string, OptionValue>();
  const keyOf = ({ option, value }: OptionValue): string => optionValueKey(option, value);
  for (const value of variants.flatMap(({ values }) => values)) {
    const known = spellings.get(keyOf(value));
    if (!known || isBefore(value, known)) spellings.set(keyOf(value), value);
  }
  return variants.map(({ id, values }) => ({
    id,
    values: values.map((value) => spellings.get(keyOf(value)) ?? value),
  }));
}
