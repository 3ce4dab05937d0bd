/** Saved addresses of one account. */
export const MAX_SAVED_ADDRESSES = 20;
