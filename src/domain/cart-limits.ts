/** The most pieces of one thing in a cart: nobody needs more from a shop, and a slip of the finger is not an order. */
export const MAX_QUANTITY = 999;

/** A larger number in a request is no quantity at all; what lies between is refused like a stock that is too short. */
export const MAX_ASKED_QUANTITY = 1_000_000;

/** The most different things in a cart: a checkout holds the stock of each in one transaction. */
export const MAX_CART_LINES = 100;
