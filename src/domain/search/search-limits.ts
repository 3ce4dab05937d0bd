/** Longest search text for products in the storefront, in characters. Longer texts are cut, so that pasted text still finds something. */
export const MAX_PRODUCT_SEARCH = 200;
/** Longest search text for a customer's own orders. */
export const MAX_ORDER_SEARCH = 100;
/** Longest search text in the command palette. */
export const MAX_PALETTE_SEARCH = 100;

/** Lines of synonyms of a merchant. They are in the memory of every node. */
export const MAX_SYNONYMS = 2_000;
/** Search rules of a merchant. They are in the memory of every node. */
export const MAX_RULES = 1_000;
