import { SEARCH_WEIGHTS } from '#domain/catalogue/product-field-lists.ts';
import { MIXED_CATEGORY_WEIGHT } from '../indexing/category-names.ts';

/** Values of variants' options count as much as specifications. */
const OPTIONS_WEIGHT = 4;

/** Of the fields of a product's text. */
export const TEXT_WEIGHTS: Readonly<Record<string, number>> = {
  ...SEARCH_WEIGHTS,
  mixedCategory: MIXED_CATEGORY_WEIGHT,
  options: OPTIONS_WEIGHT,
};
