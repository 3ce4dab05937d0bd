import { type Currency, parseCurrency } from '#domain/money/currency.ts';
import { type Cents, parseDecimal } from '#domain/money/money.ts';
import { formatMoney, formatShortMoney } from '#domain/money/money-format.ts';
import { fromShop, shop, shopLocale } from './shop/shop.ts';

const WIRE_AMOUNT = /^-?\d+\.\d\d$/;

/** Cents of an API amount, such as `"149.00"` or `"-5.00"`; a year's revenue can exceed the limit of prices. */
export const centsOf = (amount: string): Cents =>
  WIRE_AMOUNT.test(amount) ? Number(amount.replace('.', '')) : (parseDecimal(amount, { negative: true }) ?? 0);

/** @param code currency of an order or payment, which keep their own; default: the shop's. */
const currencyOf = (code: string | undefined): Currency => (code && parseCurrency(code)) || shop().currency;

/** Whether amounts in a currency can be added to the shop's; undefined means the shop's. */
export const isShopCurrency = (code: string | undefined): boolean => currencyOf(code) === shop().currency;

/** Formats cents: `124900` is `$1,249.00`. */
export const formatCents = (amount: Cents, currency?: string): string =>
  formatMoney(amount, currencyOf(currency), shopLocale());

/** Formats an API amount: `"1249.00"` is `$1,249.00`. */
export const formatPrice = (amount: string, currency?: string): string => formatCents(centsOf(amount), currency);

/** An API amount for use in a sentence: `"50.00"` is `$50`. */
export const formatShortPrice = (amount: string): string =>
  formatShortMoney(centsOf(amount), shop().currency, shopLocale());

/** The free shipping threshold, for sentences: `$50`. */
export const freeShippingFrom = fromShop(({ shipping }) => formatShortPrice(shipping.freeShippingThreshold));

/** The currency symbol for fields, such as `$`. */
export const currencySymbol = (): string => formatMoney(0, shop().currency, 'en-US').replace(/[\d.\s]/g, '');
