/** 'Clocks & Watches', 'Home and Garden' */
const SEVERAL_KINDS = /[,&/+]|\sand\s/i;

/** The names of a product's categories: those that name one kind of product, and those that name several. */
export interface CategoryNames {
  readonly category: readonly string[];
  readonly mixedCategory: readonly string[];
}

export function categoryNames(names: readonly string[]): CategoryNames {
  return {
    category: names.filter((name) => !SEVERAL_KINDS.test(name)),
    mixedCategory: names.filter((name) => SEVERAL_KINDS.test(name)),
  };
}

/** A name of several kinds does not say what a product is: not every product of 'Clocks & Watches' is a watch. */
export const MIXED_CATEGORY_WEIGHT = 2;
