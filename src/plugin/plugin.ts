import type { Contract } from '#contract/endpoint.ts';
import type { FrameContent, LookContent } from '#contract/storefront/shop.ts';
import type { ImportFormat } from '#csv/import-format.ts';
import type { LineOption } from '#domain/cart/line-options.ts';
import type { CustomFieldDeclaration } from '#domain/catalogue/custom-fields.ts';
import type { CheckoutOption } from '#domain/checkout/checkout-options.ts';
import type { Cents } from '#domain/money/money.ts';
import type { EventType } from '#domain/orders/shop-events.ts';
import type { Branding } from '#server/features/branding/index.ts';
import type { AdjustCart } from '#server/features/cart/index.ts';
import type { ProductPlace } from '#server/features/catalogue/index.ts';
import type {
  CheckedCheckout,
  CheckoutCart,
  CheckoutProblem,
  ShippingRate,
  TaxableCheckout,
} from '#server/features/checkout/index.ts';
import type { Subscriber } from '#server/features/events/index.ts';
import type { ProviderRegistration } from '#server/features/payments/index.ts';
import type { Handlers } from '#server/platform/http/handler.ts';
import type { AnyMail } from './mails.ts';
import type { SearchEngine } from './search-engine.ts';
import type { AnySection } from './sections.ts';
import type { PluginServices, PluginTransaction, ProductRating } from './services.ts';
import type { SettingFields, SettingsDefinition, SettingValues } from './settings.ts';
import type { PluginAdmin, PluginFile, PluginStorefront } from './storefront.ts';

/**
 * The version of `#plugin`. It changes when a plug-in written for the previous version no longer works; additions do not
 * change it.
 */
export const PLUGIN_API_VERSION = 1;

/** Work on a schedule or on request, done by one node, and retried three times. */
export interface PluginJob<F extends SettingFields, Tables> {
  /** Unique in the plug-in. */
  readonly name: string;
  /** Schedule as a cron expression in UTC, such as `0 6 * * *`; without one, it runs only on `services.requestJob`. */
  readonly cron?: string;
  run(services: PluginServices<F, Tables>): Promise<void>;
}

/** Services for a plug-in's demo data. */
export interface DemoShop<F extends SettingFields = SettingFields, Tables = unknown> {
  /** The transaction that loads the demo shop; its products, customers and orders are there. */
  readonly tx: PluginTransaction<Tables>;
  /** The last day of the order history. */
  readonly today: Date;
  /** Settings that differ from the defaults. */
  saveSettings(values: Partial<SettingValues<F>>): Promise<void>;
  /** As `services.products.setRating`. */
  setRating(productId: number, rating: ProductRating): Promise<void>;
}

/** Where a former address leads. */
export interface AddressRedirect {
  /** A path of the shop, such as `/pages/about-us`. */
  readonly to: string;
  /** 301: for good; 302: for now. */
  readonly status: 301 | 302;
}

export interface SitemapEntry {
  readonly path: `/${string}`;
  readonly updatedAt: Date;
}

/** A file that a plug-in sends to everybody. */
export interface PublicFile {
  /** Such as `text/css; charset=utf-8`. */
  readonly type: string;
  readonly content: string | Buffer;
  /** The address changes with the content: browsers keep the file for a year. */
  readonly isImmutable?: boolean;
}

/** Files at one path, which may have parameters: `/theme/:file`. */
export interface PublicFiles<F extends SettingFields, Tables> {
  readonly path: `/${string}`;
  /** @returns null: there is no such file */
  read(services: PluginServices<F, Tables>, params: Readonly<Record<string, string>>): Promise<PublicFile | null>;
}

/** What a plug-in brings. Only `name`, `apiVersion` and `folder` are required. */
export interface PluginDefinition<C extends Contract, F extends SettingFields, Tables> {
  /** Lower-case words joined by hyphens. It prefixes addresses, jobs, mails and refusals, and names the schema. */
  readonly name: string;
  /** The version of `#plugin` that the plug-in was written for. */
  readonly apiVersion: number;
  /** `import.meta.dirname`: what the paths of files start from. */
  readonly folder: string;
  /** Endpoints below `/api`. Addresses start with `/<name>/` or `/admin/<name>/`, or are `/<name>` or `/admin/<name>`. */
  readonly contract?: C;
  /** One handler for every endpoint of the contract. */
  readonly handlers?: (services: PluginServices<F, Tables>) => Handlers<C>;
  /** A folder of numbered SQL files (`0001_reviews.sql`), run in the schema `plugin_<name>`. Forward only. */
  readonly migrations?: PluginFile;
  readonly settings?: SettingsDefinition<F>;
  readonly jobs?: readonly PluginJob<F, Tables>[];
  readonly mails?: readonly AnyMail[];
  /** Ways to pay, listed after the shop's own. */
  readonly paymentProviders?: (services: PluginServices<F, Tables>) => readonly ProviderRegistration[];
  /**
   * Shipping methods in addition to the shop's own. Called before an order is placed, with a timeout of 3 seconds; one
   * that fails or times out offers nothing.
   */
  readonly shippingRates?: (
    services: PluginServices<F, Tables>,
    cart: CheckoutCart,
    signal: AbortSignal,
  ) => readonly ShippingRate[] | Promise<readonly ShippingRate[]>;
  /**
   * The tax of a checkout in cents, instead of the merchant's percentage. A shop can have one plug-in that calculates
   * taxes. Timeout: 5 seconds; while it fails, no order is placed.
   */
  readonly calculateTax?: (
    services: PluginServices<F, Tables>,
    checkout: TaxableCheckout,
    signal: AbortSignal,
  ) => Cents | Promise<Cents>;
  /**
   * Options that a line of the cart can carry, such as gift wrap. Called for each request that prices a cart, so prices may
   * come from settings. While it fails, carts are shown without these options and cannot be bought.
   */
  readonly cartLineOptions?: (
    services: PluginServices<F, Tables>,
  ) => readonly LineOption[] | Promise<readonly LineOption[]>;
  /**
   * Surcharges and discounts on a cart or its lines, such as a small-order fee. Called for each request that prices a cart.
   * @returns a pure function: the same cart always gives the same amounts
   */
  readonly priceAdjustments?: (services: PluginServices<F, Tables>) => AdjustCart | Promise<AdjustCart>;
  /**
   * Checkout fields for the whole order, such as a delivery note or day. Called for each quote and each order, with a timeout
   * of 3 seconds. While it fails, the form has no such fields, and nothing can be bought.
   */
  readonly checkoutOptions?: (
    services: PluginServices<F, Tables>,
  ) => readonly CheckoutOption[] | Promise<readonly CheckoutOption[]>;
  /**
   * Returns the problems of a checkout; empty: it can go on. Called before a payment is opened and before a pay-later order is
   * placed, never after a payment. Timeout: 3 seconds; while it fails, nothing can be bought and nothing is charged.
   */
  readonly validateCheckout?: (
    services: PluginServices<F, Tables>,
    checkout: CheckedCheckout,
    signal: AbortSignal,
  ) => readonly CheckoutProblem[] | Promise<readonly CheckoutProblem[]>;
  /** Custom fields of products that come with the plug-in. */
  readonly productFields?: readonly CustomFieldDeclaration[];
  /**
   * Product exports of other shop systems that the CSV import recognises and converts. They come before the shop's own,
   * in the order of the plug-ins. An export that cannot be converted is refused, and the error is logged.
   */
  readonly importFormats?: readonly ImportFormat[];
  /** Reactions to events of the shop, after the commit that caused them. See `defineSubscriber`. */
  readonly subscribers?: readonly Subscriber<EventType, PluginServices<F, Tables>>[];
  /** Answers lists and searches of the catalogue in place of the shop's index. A shop can have one. */
  readonly searchEngine?: SearchEngine<F, Tables>;
  /**
   * Data about products for the plug-in's parts in product slots, as JSON. Called once for each response with all its
   * products, for pages and lists alike, so that it costs one statement.
   * @param place lists are read often: load for cards only what a slot of cards shows
   * @returns data by product id; a product without any is left out. Properties of `structuredData` in the data of a page
   * are added to the product that search engines read (https://schema.org/Product)
   */
  readonly loadProducts?: (
    services: PluginServices<F, Tables>,
    ids: readonly number[],
    place: ProductPlace,
  ) => Promise<ReadonlyMap<number, unknown>>;
  /** Where `loadProducts` has data; missing: everywhere. It is not called for other responses, most of which are lists. */
  readonly productPlaces?: readonly ProductPlace[];
  /**
   * What the plug-in stores about a customer, as JSON, for the file in which customers download their data. To delete it
   * when an account is deleted, subscribe to `customer.deleted`.
   */
  readonly exportPersonalData?: (services: PluginServices<F, Tables>, customerId: number) => Promise<unknown>;
  /**
   * Deletes what is stored by email address, such as requests of guests, when an account is deleted: afterwards the shop no
   * longer knows the addresses. Runs in the transaction of the deletion, which fails if it throws.
   * @param emails addresses that the account has proved to own, earlier ones included, in lower case
   */
  readonly deleteByEmail?: (tx: PluginTransaction<Tables>, emails: readonly string[]) => Promise<void>;
  /** Adds the plug-in's part to the demo shop, when it is loaded into an empty database. The same day gives the same data. */
  readonly loadDemo?: (shop: DemoShop<F, Tables>) => Promise<void>;
  /**
   * What is shown around the pages of the storefront: an announcement, and links and texts of the footer. Called for each
   * page that is rendered, so keep it with `services.cached`. Null, or a failure: the shop's own. A shop can have one.
   */
  readonly loadFrame?: (services: PluginServices<F, Tables>) => Promise<FrameContent | null>;
  /**
   * Stylesheet, fonts and icon of every page, in place of the shop's own. Called for each page that is rendered, so keep it
   * with `services.cached`. Null, or a failure: the shop's own. A shop can have one.
   */
  readonly loadLook?: (services: PluginServices<F, Tables>) => Promise<LookContent | null>;
  /**
   * Colours, logo and icons of mails, invoices, packing slips and the web app manifest. Called for each mail, so cache the
   * result with `services.cached`. Null, or a failure: the shop's own branding. Colours with too little contrast are replaced
   * by the shop's own. Only one plug-in of a shop can have it.
   */
  readonly loadBranding?: (services: PluginServices<F, Tables>) => Promise<Branding | null>;
  /** Files at addresses outside `/api`, the same for everybody, such as feeds and stylesheets. */
  readonly files?: readonly PublicFiles<F, Tables>[];
  /**
   * The target of a path without a page, such as a former address. Called only after no page was found, so it never replaces
   * one. One that fails counts as null.
   */
  readonly findRedirect?: (services: PluginServices<F, Tables>, path: string) => Promise<AddressRedirect | null>;
  /**
   * Addresses for `/sitemap.xml` beside the plug-in's pages with `inSitemap`, such as `/collections/summer`. Read a part at
   * a time: there may be thousands.
   */
  readonly sitemapEntries?: (services: PluginServices<F, Tables>) => AsyncIterable<SitemapEntry>;
  /** Sections for pages that merchants compose. See `defineSection`. */
  readonly sections?: readonly AnySection[];
  readonly storefront?: PluginStorefront;
  readonly admin?: PluginAdmin;
}

/** A plug-in as `shop.config.ts` lists it. Made by `definePlugin`. */
export type Plugin = PluginDefinition<Contract, SettingFields, unknown>;

/**
 * Declares a plug-in. Types follow from its parts: the handlers from the contract, `services.settings()` from the setting
 * fields, and `services.db` from the `Tables` that the handlers name.
 */
export function definePlugin<
  const C extends Contract = Record<never, never>,
  const F extends SettingFields = Record<never, never>,
  Tables = unknown,
>(
  plugin: PluginDefinition<C, F, Tables> &
    (keyof C extends never ? unknown : Pick<Required<PluginDefinition<C, F, Tables>>, 'handlers'>),
): Plugin {
  // The host calls each part with what its own definition declares.
  return plugin as unknown as Plugin;
}

/** The shop as `shop.config.ts` describes it. */
export interface ShopConfig {
  readonly plugins: readonly Plugin[];
  /** A stylesheet of the merchant, after those of the shop and its plug-ins: `import.meta.dirname + '/theme.css'`. */
  readonly theme?: string;
}

/** Declares the shop's plug-ins and theme; the default export of `shop.config.ts`. */
export function defineShop(shop: ShopConfig): ShopConfig {
  return shop;
}
