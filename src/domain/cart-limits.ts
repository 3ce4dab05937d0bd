/** The most pieces of one thing in a cart: nobody needs more from a shop, and a slip of the finger is not an order. */
export const MAX_QUANTITY = 999;

/** The most different things in a cart: a checkout holds the stock of each in one transaction. */
export const MAX_CART_LINES = 100;
