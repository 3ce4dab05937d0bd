/** Saved cards of one account. */
export const MAX_SAVED_CARDS = 20;

/** A card is valid until the end of its month. @param year four digits */
export const isCardExpired = ({ month, year }: { month: number; year: number }, now: Date): boolean =>
  Date.UTC(year, month) <= now.getTime();
