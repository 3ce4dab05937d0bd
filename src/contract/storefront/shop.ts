import { z } from 'zod';
import { settingSections } from '../admin/settings.ts';
import { defineEndpoints } from '../endpoint.ts';
import { amount, id } from '../fields.ts';

const { site, security, shipping } = settingSections;

export const shopInfo = z.object({
  ...site.shape,
  passwordRules: security.pick({
    passwordMinLength: true,
    requireUppercase: true,
    requireNumbers: true,
    requireSpecialChars: true,
  }),
  shipping: z.object({
    checkoutShipping: shipping.shape.checkoutShipping,
    freeShippingThreshold: amount,
    flatShippingCost: amount,
    standardShippingCost: amount,
    expressShippingCost: amount,
    overnightShippingCost: amount,
    internationalShipping: z.boolean(),
  }),
  /** How an order can be paid at present. */
  paymentKinds: z.array(z.string()),
  /** The first of the merchant's categories, for the foot of every page. */
  categories: z.array(z.object({ id, name: z.string() })),
});
export type ShopInfo = z.output<typeof shopInfo>;

export const shopEndpoints = defineEndpoints({
  'GET /shop': {
    access: 'public',
    shared: true,
    summary: 'Public settings of the shop: names, currency, shipping and password rules',
    data: shopInfo,
    refusals: ['server.starting'],
  },
});
