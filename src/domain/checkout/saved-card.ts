/** Saved cards of one account. */
export const MAX_SAVED_CARDS = 20;

/** A card is valid until the end of its month. @param year four digits */
export const isCardExpired = ({ month, year }: { month: number; year: number }, now: Date): boolean =>
  Date.UTC(year, month) <= now.getTime();

/** The brands of https://docs.stripe.com/api/payment_methods/object#payment_method_object-card-brand */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** `Visa` for the provider's `visa`; `Card` for a brand without a name here. */
export const cardBrandName = (brand: string): string => BRANDS[brand] ?? 'Card';
