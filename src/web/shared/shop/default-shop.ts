import { DEFAULT_PASSWORD_RULES } from '#domain/accounts/password-rules.ts';
import { DEFAULT_CURRENCY } from '#domain/money/currency.ts';
import { DEFAULT_LANGUAGE } from '#domain/shop/language.ts';
import { DEFAULT_TIME_ZONE } from '#domain/shop/time-zone.ts';
import type { Data } from '#web/api/calls.ts';

/** The shop's public settings: names, currency, shipping. */
export type ShopInfo = Data<'GET /shop'>;

/** Used by a server that cannot read its database yet: the defaults of back-office §9. */
export const DEFAULT_SHOP: ShopInfo = {
  siteName: 'Stoa',
  siteDescription: '',
  contactEmail: '',
  supportPhone: '',
  currency: DEFAULT_CURRENCY,
  timezone: DEFAULT_TIME_ZONE,
  language: DEFAULT_LANGUAGE,
  passwordRules: DEFAULT_PASSWORD_RULES,
  shipping: {
    checkoutShipping: 'flat',
    freeShippingThreshold: '50.00',
    flatShippingCost: '10.00',
    standardShippingCost: '5.99',
    expressShippingCost: '12.99',
    overnightShippingCost: '24.99',
    internationalShipping: true,
    deliveryDaysFrom: 3,
    deliveryDaysTo: 5,
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
};
