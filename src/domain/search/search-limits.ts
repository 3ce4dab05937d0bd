/** The longest search texts, in characters. */

/** Of products in the storefront. Longer texts are cut, so that pasted text still finds something. */
export const MAX_PRODUCT_SEARCH = 200;
/** Of a customer's own orders. */
export const MAX_ORDER_SEARCH = 100;
/** Of the records that the command palette finds. */
export const MAX_PALETTE_SEARCH = 100;
