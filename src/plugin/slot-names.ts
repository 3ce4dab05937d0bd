import type { AdminSlots, StorefrontSlots } from './storefront.ts';

/** The names of all slots, for the checks at the start. */
export const STOREFRONT_SLOTS = Object.keys({
  'product.tabs': true,
  'product.heading': true,
  'product.options': true,
  'product.soldOut': true,
  'product.belowBuyBox': true,
  'card.badge': true,
  'cart.line': true,
  'cart.summary': true,
  'checkout.step': true,
  'order.page': true,
  'order.line': true,
  'wishlist.line': true,
  footer: true,
  home: true,
} satisfies Record<keyof StorefrontSlots, true>);

export const ADMIN_SLOTS = Object.keys({
  'admin.order': true,
  'admin.orderLine': true,
  'admin.product': true,
  'admin.user': true,
} satisfies Record<keyof AdminSlots, true>);
