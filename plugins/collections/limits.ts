/** Limits for the contract and the forms: longest texts in characters, and largest numbers. */

export const COLLECTION_LIMITS = {
  name: 120,
  slug: 140,
  description: 4000,
  seoTitle: 120,
  seoDescription: 320,
  /** Products that are picked by hand, or shown of those that a rule finds. */
  products: { min: 1, max: 1000 },
  /** Lower numbers come first. */
  position: { min: 1, max: 1_000_000 },
} as const;

export const RULE_LIMITS = {
  conditions: 20,
  brand: 120,
  tag: 60,
  words: 200,
  value: 500,
  days: { min: 1, max: 3650 },
} as const;

/** Limits of a row on a page. Longer lists belong on the collection's own page. */
export const ROW_LIMITS = { title: 80, products: { min: 2, max: 12 } } as const;
