import { z } from 'zod';
import { settingSections } from '../admin/settings.ts';
import { defineEndpoints } from '../endpoint.ts';
import { amount, id } from '../fields.ts';
import { deliveryWindow } from './orders.ts';

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
    /** Working days of standard delivery. */
    deliveryDaysFrom: shipping.shape.deliveryDaysFrom,
    deliveryDaysTo: shipping.shape.deliveryDaysTo,
    /** The same as dates, for an order placed today. */
    expectedDelivery: deliveryWindow.nullable(),
  }),
  /** The current payment methods. */
  paymentKinds: z.array(z.string()),
  /** The merchant's first categories, for the footer. */
  categories: z.array(z.object({ id, name: z.string() })),
  /** The first categories of the first level, for the header. */
  menu: z.array(z.object({ id, name: z.string(), has_children: z.boolean() })),
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
