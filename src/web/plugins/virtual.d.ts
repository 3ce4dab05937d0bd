/**
 * Modules that `scripts/plugin-parts.ts` generates from `shop.config.ts`. They are null where no plug-in uses them, so that a
 * build without plug-ins contains no code for them.
 */
declare module 'virtual:slot/home' {
  const Slot: import('./create-slot.tsx').Slot<'home'> | null;
  export default Slot;
}
declare module 'virtual:home-content' {
  /** The endpoint with the content of the slot `home`. */
  const endpoint: string | null;
  export default endpoint;
}
declare module 'virtual:slot/product.tabs' {
  /** Tabs of plug-ins, in the order of the plug-ins. */
  const tabs: readonly import('./create-slot.tsx').PluginTab[] | null;
  export default tabs;
}
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
declare module 'virtual:checkout-options' {
  /** The fields of checkout options, and what was chosen. */
  const options: typeof import('../storefront/checkout/options/checkout-options.tsx').checkoutOptions | null;
  export default options;
}
declare module 'virtual:account-menu' {
  const entries: readonly (readonly [path: string, label: string])[] | null;
  export default entries;
}
declare module 'virtual:footer-menu' {
  const entries: readonly (readonly [path: string, label: string])[] | null;
  export default entries;
}
declare module 'virtual:admin-menu' {
  const parts: readonly import('../admin/shared/frame/admin-parts.ts').AdminPart[] | null;
  export default parts;
}
declare module 'virtual:payment-forms' {
  /** The checkout form of each provider by its name. */
  const forms: Readonly<Record<string, import('../storefront/checkout/card/card-form.ts').ProviderForm>> | null;
  export default forms;
}
declare module 'virtual:sections' {
  /** What plug-ins show in the sections that they offer, by type. */
  const sections: Readonly<Record<string, import('react').ComponentType<import('./section.tsx').SectionProps>>> | null;
  export default sections;
}
declare module 'virtual:section-editors' {
  /** The fields of the settings of each section, by type. */
  const editors: Readonly<
    Record<
      string,
      import('react').ComponentType<import('../admin/shared/section-editor.tsx').SectionEditorProps<object>>
    >
  > | null;
  export default editors;
}
declare module 'virtual:themes' {
  /** Links to the stylesheets of plug-ins and of the merchant. */
  const Themes: import('react').ComponentType | null;
  export default Themes;
}
