import { DEFAULT_PASSWORD_RULES } from '#domain/accounts/password-rules.ts';
import { DEFAULT_SHIPPING_RULES } from '#domain/checkout/shipping.ts';
import { DEFAULT_CURRENCY } from '#domain/money/currency.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { DEFAULT_LANGUAGE } from '#domain/shop/language.ts';
import { DEFAULT_TIME_ZONE } from '#domain/shop/time-zone.ts';
import type { Data } from '#web/api/calls.ts';

/** The shop's public settings: names, currency, shipping. */
export type ShopInfo = Data<'GET /shop'>;

const createDefaultShop = (): ShopInfo => ({
  siteName: 'Stoa',
  siteDescription: '',
  contactEmail: '',
  supportPhone: '',
  currency: DEFAULT_CURRENCY,
  timezone: DEFAULT_TIME_ZONE,
  language: DEFAULT_LANGUAGE,
  passwordRules: DEFAULT_PASSWORD_RULES,
  shipping: {
    checkoutShipping: DEFAULT_SHIPPING_RULES.checkoutShipping,
    freeShippingThreshold: formatDecimal(DEFAULT_SHIPPING_RULES.freeThreshold),
    flatShippingCost: formatDecimal(DEFAULT_SHIPPING_RULES.flat),
    standardShippingCost: formatDecimal(DEFAULT_SHIPPING_RULES.standard),
    expressShippingCost: formatDecimal(DEFAULT_SHIPPING_RULES.express),
    overnightShippingCost: formatDecimal(DEFAULT_SHIPPING_RULES.overnight),
    internationalShipping: DEFAULT_SHIPPING_RULES.internationalShipping,
    deliveryDaysFrom: DEFAULT_SHIPPING_RULES.days.standard.from,
    deliveryDaysTo: DEFAULT_SHIPPING_RULES.days.standard.to,
    expectedDelivery: null,
  },
  paymentMethods: [],
  menu: [],
  categories: [
    { id: 1, name: 'Electronics' },
    { id: 2, name: 'Clothing' },
    { id: 3, name: 'Books' },
    { id: 4, name: 'Home & Garden' },
    { id: 5, name: 'Sports' },
  ],
});

/** Used by a server that cannot read its database yet: the defaults of back-office §9. */
export const DEFAULT_SHOP: ShopInfo = /* @__PURE__ */ createDefaultShop();
