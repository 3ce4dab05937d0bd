/**
 * Modules that `scripts/plugin-parts.ts` generates from `shop.config.ts`. They are null where no plug-in uses them, so that a
 * build without plug-ins contains no code for them. Those of the other slots are declared in `slot-modules.d.ts`.
 */
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
