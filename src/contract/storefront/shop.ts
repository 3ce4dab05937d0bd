import { z } from 'zod';
import { settingSections } from '../admin/settings.ts';
import { defineEndpoints } from '../endpoint.ts';
import { amount, id } from '../fields.ts';
import { deliveryWindow } from './orders.ts';

const { site, security, shipping } = settingSections;

const menuLink = z.object({
  label: z.string(),
  /** A path of the shop or an address outside of it. */
  to: z.string(),
});

/** What a plug-in shows around the pages of the storefront. Null: the shop's own. */
const frameContent = z.object({
  /** `id` changes with the text: a dismissed announcement stays away, a new one is shown. */
  announcement: z.object({ id: z.string(), text: z.string(), link: menuLink.nullable() }).nullable(),
  /** Links of the header and of the phone's menu. */
  headerMenu: z.array(menuLink).nullable(),
  /** Columns of links in the footer. */
  footerMenus: z.array(z.object({ title: z.string(), links: z.array(menuLink) })).nullable(),
  /** Links that follow the shop's own in the first column of the footer; not shown with `footerMenus`. */
  footerLinks: z.array(menuLink).optional(),
  /** Below the shop's name in the footer. */
  footerText: z.string().nullable(),
  /** The last line of the footer. */
  footerNote: z.string().nullable(),
});
export type FrameContent = z.output<typeof frameContent>;

/** What a plug-in puts into the head of every page. Null: the shop's own. Addresses are paths of the shop. */
const lookContent = z.object({
  /** Comes after the shop's stylesheet and before those of plug-ins and the merchant. */
  stylesheet: z.string().nullable(),
  /** Font files of texts and of headings, loaded early; an empty string: none is needed. */
  textFont: z.string().nullable(),
  headingFont: z.string().nullable(),
  /** A square PNG, for tabs and home screens. */
  icon: z.string().nullable(),
  /** The browser's `theme-color`. */
  frameColours: z.object({ light: z.string(), dark: z.string() }).nullable(),
});
export type LookContent = z.output<typeof lookContent>;

const logoPicture = z.object({ src: z.string(), width: z.int(), height: z.int() });

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
  /** The current payment methods, as the checkout names them. */
  paymentMethods: z.array(z.object({ method: z.string(), label: z.string(), isPaidLater: z.boolean() })),
  /** Origins from which payment forms load scripts. Missing: none. */
  scriptOrigins: z.array(z.string()).optional(),
  /** The oldest categories of the first level in the merchant's order, for the footer. */
  categories: z.array(z.object({ id, name: z.string() })),
  /** The first categories of the first level, for the header. */
  menu: z.array(z.object({ id, name: z.string(), has_children: z.boolean() })),
  /** Missing: the frame of the pages is the shop's own. */
  frame: frameContent.optional(),
  /** Missing: the look of the pages is the shop's own. */
  look: lookContent.optional(),
  /** Shown on invoices. Missing: the shop's name is shown instead. */
  logo: z.object({ light: logoPicture, dark: logoPicture }).optional(),
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
