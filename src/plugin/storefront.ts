import type { SlotName } from '#web/plugins/slots.ts';

/** Path of a file, relative to the plug-in's `folder`. */
export type PluginFile = `./${string}`;

/** A component in a slot. Its file is a `.tsx` module whose default export takes `SlotProps<…>`. */
export type SlotPart = PluginFile;

/** A tab of the product page. */
export interface ProductTab {
  /** The same id as a tab of the shop (`description`, `specifications`, `reviews`, `shipping`) replaces that tab. */
  readonly id: string;
  readonly label: string;
  readonly file: PluginFile;
  /** Only for products about which `loadProducts` returned something; for others, a tab that it replaces stays. */
  readonly onlyWithData?: true;
}

type Slots<Name extends SlotName> = { readonly [K in Name]?: K extends 'product.tabs' ? ProductTab : SlotPart };

type AdminSlotName = Extract<SlotName, `admin.${string}`>;
export type StorefrontSlots = Slots<Exclude<SlotName, AdminSlotName>>;
export type AdminSlots = Slots<AdminSlotName>;

/** A page. Its file is a route module of React Router: `default`, `meta`, and `loader`/`clientLoader` for its data. */
export interface StorefrontPage {
  /**
   * Such as `/reviews/:token`. Below `/dashboard/` the page is part of the account and needs a login. No page of the shop
   * or of another plug-in may have the same path.
   */
  readonly path: `/${string}`;
  readonly file: PluginFile;
  /** `customer` asks for a login. `public` unless set, and always `customer` below `/dashboard/`. */
  readonly access?: 'public' | 'customer';
  /** Listed in `/sitemap.xml`. Only for a path without parameters. */
  readonly inSitemap?: true;
  /** Kept by the service worker after a visit and shown without a connection. */
  readonly offline?: true;
  /**
   * Addresses at which the checks of all pages (`npm run quality`, browser tests) open it, with the demo shop's data. Without
   * them, it is opened at its path; a path with parameters is then left out.
   */
  readonly examples?: readonly `/${string}`[];
}

/** A page of the back office. */
export interface AdminPage {
  readonly path: `/admin/${string}`;
  readonly file: PluginFile;
  /**
   * Addresses at which the checks of all pages (`npm run quality`, browser tests) open it, with the demo shop's data. Without
   * them, it is opened at its path; a path with parameters is then left out.
   */
  readonly examples?: readonly `/${string}`[];
}

/** A link in a menu. */
export interface MenuEntry {
  /** Path of one of the plug-in's pages. */
  readonly path: `/${string}`;
  readonly label: string;
}

export interface AdminMenuEntry extends MenuEntry {
  /** One of the shop's icons, such as `chart-column`. */
  readonly icon: import('#web/ui/icon-names.ts').IconName;
}

/** What a plug-in adds to the storefront and the account. */
export interface PluginStorefront {
  readonly slots?: StorefrontSlots;
  /**
   * The endpoint, such as `GET /content/home`, whose response is the content of the slot `home`. It is public and `shared`.
   * While it returns null or fails, the shop shows its own home page. A shop can have one.
   */
  readonly homeContent?: `GET /${string}`;
  readonly pages?: readonly StorefrontPage[];
  /** Replaces the file of one of the shop's own pages, such as `{ '/about': './web/about-page.tsx' }`. */
  readonly pageOverrides?: Readonly<Record<`/${string}`, PluginFile>>;
  /** Links in the customer's account. */
  readonly accountMenu?: readonly MenuEntry[];
  /** Links in the footer, below the shop's categories. */
  readonly footerMenu?: readonly MenuEntry[];
  /** The checkout form of each payment provider of the plug-in, by its name. */
  readonly paymentForms?: Readonly<Record<string, PluginFile>>;
  /** A stylesheet for every page of the shop, after its own. */
  readonly theme?: PluginFile;
}

/** What a plug-in adds to the back office. */
export interface PluginAdmin {
  readonly slots?: AdminSlots;
  readonly pages?: readonly AdminPage[];
  /** Links in the side menu and the command palette. */
  readonly menu?: readonly AdminMenuEntry[];
}
