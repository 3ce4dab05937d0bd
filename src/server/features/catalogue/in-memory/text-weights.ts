import { SEARCH_WEIGHTS } from '#domain/product-fields.ts';

/** Values of variants' options count as much as specifications. */
const OPTIONS_WEIGHT = 4;

/** Of the fields of a product's text. */
export const TEXT_WEIGHTS: Readonly<Record<string, number>> = { ...SEARCH_WEIGHTS, options: OPTIONS_WEIGHT };
