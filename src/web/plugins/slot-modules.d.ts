/** Generated from `SLOTS` by `npm run surface`. A module is null where no plug-in uses the slot. */
declare module 'virtual:slot/product.heading' {
  const Slot: import('./create-slot.tsx').Slot<'product.heading'> | null;
  export default Slot;
}
declare module 'virtual:slot/product.options' {
  const Slot: import('./create-slot.tsx').Slot<'product.options'> | null;
  export default Slot;
}
declare module 'virtual:slot/product.soldOut' {
  const Slot: import('./create-slot.tsx').Slot<'product.soldOut'> | null;
  export default Slot;
}
declare module 'virtual:slot/product.belowBuyBox' {
  const Slot: import('./create-slot.tsx').Slot<'product.belowBuyBox'> | null;
  export default Slot;
}
declare module 'virtual:slot/card.badge' {
  const Slot: import('./create-slot.tsx').Slot<'card.badge'> | null;
  export default Slot;
}
declare module 'virtual:slot/cart.line' {
  const Slot: import('./create-slot.tsx').Slot<'cart.line'> | null;
  export default Slot;
}
declare module 'virtual:slot/cart.summary' {
  const Slot: import('./create-slot.tsx').Slot<'cart.summary'> | null;
  export default Slot;
}
declare module 'virtual:slot/checkout.step' {
  const Slot: import('./create-slot.tsx').Slot<'checkout.step'> | null;
  export default Slot;
}
declare module 'virtual:slot/order.page' {
  const Slot: import('./create-slot.tsx').Slot<'order.page'> | null;
  export default Slot;
}
declare module 'virtual:slot/order.line' {
  const Slot: import('./create-slot.tsx').Slot<'order.line'> | null;
  export default Slot;
}
declare module 'virtual:slot/wishlist.line' {
  const Slot: import('./create-slot.tsx').Slot<'wishlist.line'> | null;
  export default Slot;
}
declare module 'virtual:slot/footer' {
  const Slot: import('./create-slot.tsx').Slot<'footer'> | null;
  export default Slot;
}
declare module 'virtual:slot/home' {
  const Slot: import('./create-slot.tsx').Slot<'home'> | null;
  export default Slot;
}
declare module 'virtual:slot/admin.order' {
  const Slot: import('./create-slot.tsx').Slot<'admin.order'> | null;
  export default Slot;
}
declare module 'virtual:slot/admin.orderLine' {
  const Slot: import('./create-slot.tsx').Slot<'admin.orderLine'> | null;
  export default Slot;
}
declare module 'virtual:slot/admin.product' {
  const Slot: import('./create-slot.tsx').Slot<'admin.product'> | null;
  export default Slot;
}
declare module 'virtual:slot/admin.user' {
  const Slot: import('./create-slot.tsx').Slot<'admin.user'> | null;
  export default Slot;
}
