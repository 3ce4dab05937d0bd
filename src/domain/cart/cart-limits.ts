/** Maximum units of one product or variant in a cart: nobody needs more from a shop, and it catches typing errors. */
export const MAX_QUANTITY = 999;

/** A larger number in a request is invalid; a number in between is refused as insufficient stock. */
export const MAX_ASKED_QUANTITY = 1_000_000;

/** Maximum lines of a cart: a checkout holds the stock of each in one transaction. */
export const MAX_CART_LINES = 100;
