import type { ColumnType, Kysely, Transaction } from 'kysely';
import type { CustomValues } from '#domain/catalogue/custom-values.ts';
import type { ChosenCheckoutOption } from '#domain/checkout/checkout-options.ts';
import type { Currency } from '#domain/money/currency.ts';
import type { PriceAdjustment } from '#domain/money/price-adjustments.ts';
import type { PluginCatalogue } from '#server/features/catalogue/index.ts';
import type { PluginOrders } from '#server/features/orders/index.ts';
import type { AuditedChange } from '#server/platform/audit/audit.store.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Sections } from './composed-sections.ts';
import type { MailDefinition } from './mails.ts';
import type { SettingFields, SettingValues } from './settings.ts';

type ReadOnlyColumn<T> = ColumnType<T, never, never>;

/**
 * The columns of the shop's own tables that a plug-in may read, under the version promise of `PLUGIN_API_VERSION`. They can
 * be joined and referenced by foreign keys, never written.
 */
export interface ShopTables {
  product: {
    id: ReadOnlyColumn<number>;
    name: ReadOnlyColumn<string>;
    slug: ReadOnlyColumn<string>;
    sku: ReadOnlyColumn<string>;
    category_id: ReadOnlyColumn<number>;
    price_cents: ReadOnlyColumn<number>;
    sale_price_cents: ReadOnlyColumn<number | null>;
    weight_grams: ReadOnlyColumn<number | null>;
    brand: ReadOnlyColumn<string | null>;
    description: ReadOnlyColumn<string>;
    short_description: ReadOnlyColumn<string>;
    tags: ReadOnlyColumn<string[]>;
    created_at: ReadOnlyColumn<Date>;
    /** 0 to 5, two decimals. */
    average_rating: ReadOnlyColumn<string>;
    review_count: ReadOnlyColumn<number>;
    is_active: ReadOnlyColumn<boolean>;
    /** Values of custom fields by key, as stored: read them with `readProductFields`. */
    custom: ReadOnlyColumn<CustomValues>;
  };
  /** A product is shown when both it and its category are active; a category below an inactive one is not. */
  category: {
    id: ReadOnlyColumn<number>;
    /** The category above; null on the first level. */
    parent_id: ReadOnlyColumn<number | null>;
    name: ReadOnlyColumn<string>;
    slug: ReadOnlyColumn<string>;
    image: ReadOnlyColumn<string | null>;
    is_active: ReadOnlyColumn<boolean>;
    /** The merchant's order among siblings. */
    sort_order: ReadOnlyColumn<number>;
  };
  /** A variant costs what its product costs (`sale_price_cents`, or else `price_cents`) plus its modifier. */
  product_variant: {
    id: ReadOnlyColumn<number>;
    product_id: ReadOnlyColumn<number>;
    name: ReadOnlyColumn<string>;
    price_modifier_cents: ReadOnlyColumn<number>;
    /** Such as `{"Colour": "Mist", "Size": "M"}`, in the merchant's order. */
    ordered_options: ReadOnlyColumn<Readonly<Record<string, string>>>;
    /** Colour as `#rrggbb`. */
    swatch: ReadOnlyColumn<string | null>;
  };
  /** Stock of a variant, or of a product without variants. `on_hand - held` units can be bought now. */
  stock: {
    product_id: ReadOnlyColumn<number>;
    variant_id: ReadOnlyColumn<number | null>;
    on_hand: ReadOnlyColumn<number>;
    /** Reserved by checkouts that are being paid. */
    held: ReadOnlyColumn<number>;
  };
  /** Units that can be bought now, by product, with those of its variants. */
  product_stock: { product_id: ReadOnlyColumn<number>; available: ReadOnlyColumn<number> };
  /** Words that a search treats as the same. With `finds`, `terms` also find these, but not vice versa. */
  search_synonym: { id: ReadOnlyColumn<number>; terms: ReadOnlyColumn<string[]>; finds: ReadOnlyColumn<string[]> };
  orders: {
    id: ReadOnlyColumn<number>;
    order_number: ReadOnlyColumn<string>;
    /** Null: the account was deleted. */
    user_id: ReadOnlyColumn<number | null>;
    status: ReadOnlyColumn<'pending' | 'confirmed' | 'processing' | 'shipped' | 'delivered' | 'cancelled'>;
    payment_status: ReadOnlyColumn<'pending' | 'completed' | 'failed' | 'partially_refunded' | 'refunded'>;
    currency: ReadOnlyColumn<string>;
    total_cents: ReadOnlyColumn<number>;
    /** Chosen values of the checkout options of all plug-ins. */
    options: ReadOnlyColumn<ChosenCheckoutOption[]>;
    /** Price adjustments of the whole order, as the order charges them. */
    adjustments: ReadOnlyColumn<PriceAdjustment[]>;
    created_at: ReadOnlyColumn<Date>;
  };
  /** Every change of an order's status, the newest with the highest id. */
  order_status_change: {
    id: ReadOnlyColumn<number>;
    order_id: ReadOnlyColumn<number>;
    to_status: ReadOnlyColumn<string>;
    created_at: ReadOnlyColumn<Date>;
  };
  order_line: {
    id: ReadOnlyColumn<number>;
    order_id: ReadOnlyColumn<number>;
    /** Null: the product was deleted. */
    product_id: ReadOnlyColumn<number | null>;
    variant_id: ReadOnlyColumn<number | null>;
    product_name: ReadOnlyColumn<string>;
    variant_name: ReadOnlyColumn<string | null>;
    quantity: ReadOnlyColumn<number>;
    /** Without options. */
    unit_price_cents: ReadOnlyColumn<number>;
    /** Options and price adjustments of all plug-ins, as the order charges them. */
    adjustments: ReadOnlyColumn<PriceAdjustment[]>;
  };
  users: {
    id: ReadOnlyColumn<number>;
    name: ReadOnlyColumn<string>;
    email: ReadOnlyColumn<string>;
    is_active: ReadOnlyColumn<boolean>;
    is_admin: ReadOnlyColumn<boolean>;
  };
  /** Addresses that accounts have proved to own; one counts if it is still `users.email`. */
  verified_email: { user_id: ReadOnlyColumn<number>; email: ReadOnlyColumn<string> };
}

/** The database as a plug-in sees it: its own tables, as `plugin_<name>.<table>`, and the readable ones of the shop. */
export type PluginDatabase<Tables> = Kysely<ShopTables & Tables>;
export type PluginTransaction<Tables> = Transaction<ShopTables & Tables>;

export interface MailRequest<Data> {
  readonly to: { readonly name: string; readonly email: string };
  readonly data: Data;
  /** The account that the mail belongs to, if there is one. */
  readonly userId?: number;
  readonly orderId?: number;
}

/** An admin's change for the audit log, without its time. */
export type PluginChange = Omit<AuditedChange, 'at'>;

export interface ProductRating {
  /** From 0 to 5; stored with two decimals. */
  readonly average: number;
  readonly count: number;
}

/** A product as cards show it. */
export interface ProductSummary {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** Cents; what is charged now. */
  readonly price: number;
  /** Units that can be bought now. */
  readonly stock: number;
  readonly isActive: boolean;
  /** Address of its first picture; null when it has none. */
  readonly image: string | null;
  /** Values of custom fields by key, as stored: read them with `readProductFields`. */
  readonly custom: CustomValues;
}

/**
 * Everything that the shop offers to a plug-in on the server.
 * @typeParam F the plug-in's setting fields: `PluginServices<typeof settings.fields>`
 * @typeParam Tables its own tables, such as `{ 'plugin_reviews.review': ReviewTable }`
 */
export interface PluginServices<F extends SettingFields = SettingFields, Tables = unknown> {
  readonly db: PluginDatabase<Tables>;
  /** The time; tests move it. Use it instead of `new Date()` and `now()` in SQL. */
  readonly now: () => Date;
  readonly log: Logger;
  /** Where the shop is reached, such as `https://shop.example`, for links in mails. */
  readonly appUrl: string;
  /** The settings with defaults filled in. Cached until any node changes them. */
  settings(): Promise<SettingValues<F>>;
  /** Name, currency (ISO 4217), language and time zone of the shop. */
  shop(): Promise<{
    readonly name: string;
    readonly currency: Currency;
    readonly language: string;
    readonly timeZone: string;
  }>;
  /**
   * Runs `work` in one transaction, and once more after a deadlock: do nothing but SQL in it.
   * @throws what `work` throws, after a rollback
   */
  transaction<T>(work: (tx: PluginTransaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * Keeps what `read` gives in memory until any plug-in on any node calls `announceChange`: for data of pages that are
   * read often. What depends on the time is decided by the caller from the kept value.
   */
  cached<T>(key: string, read: () => Promise<T>): Promise<T>;
  /**
   * Drops cached pages, `shared` responses and `cached` values on every node at the commit: what the plug-in shows has
   * changed.
   */
  announceChange(tx: PluginTransaction<Tables>): Promise<void>;
  /**
   * Queues a mail to one or more recipients, in one statement and in the transaction that causes it: it is sent if, and
   * only if, that commits. Mails leave within a minute, or at once after `deliverMails()`.
   */
  queueMail<Data>(
    tx: PluginTransaction<Tables>,
    mail: MailDefinition<Data>,
    ...requests: readonly MailRequest<Data>[]
  ): Promise<void>;
  /** Sends queued mails now. Call it after the commit. */
  deliverMails(): Promise<void>;
  /** Asks for a run of one of the plug-in's own jobs soon. Several requests before it runs are one. */
  requestJob(name: string): Promise<void>;
  /**
   * Writes an admin's change to the audit log, in the transaction of the change. Every write of an `admin` endpoint does.
   * @param change its `action` starts with the plug-in's name, such as `reviews.publish`
   */
  recordAudit(tx: PluginTransaction<Tables>, change: PluginChange): Promise<void>;
  /** The sections that plug-ins offer for pages that merchants compose. */
  readonly sections: Sections;
  readonly products: PluginCatalogue & {
    /** In the order of `ids`; those that do not exist are left out. */
    byIds(ids: readonly number[]): Promise<ProductSummary[]>;
    /** Sets the rating that cards, lists and search results show and sort by. */
    setRating(tx: PluginTransaction<Tables>, productId: number, rating: ProductRating): Promise<void>;
    /**
     * Drops cached pages and responses on every node at the commit: what `loadProducts` or a `shared` endpoint returns has
     * changed.
     */
    announceChange(tx: PluginTransaction<Tables>, ids: readonly number[]): Promise<void>;
  };
  readonly orders: PluginOrders;
  readonly pictures: {
    /**
     * Stores a picture as the shop stores those of products: checked, resized to WebP, without metadata. The same bytes are
     * stored once.
     * @returns its address, for `<Picture>`
     * @throws a refusal, such as `upload.not_a_picture`
     */
    store(bytes: Buffer, by: { readonly userId: number }): Promise<string>;
    /** The same without padding to a square: the picture keeps its proportions, with at most 1,280 pixels of width. */
    storeWhole(
      bytes: Buffer,
      by: { readonly userId: number },
    ): Promise<{ readonly address: string; readonly width: number; readonly height: number }>;
    /**
     * Draws a picture as a square PNG of `edge` pixels, with transparent borders, for icons. It is not stored.
     * @throws a refusal, such as `upload.not_a_picture`
     */
    drawIcon(bytes: Buffer, edge: number, by: { readonly userId: number }): Promise<Buffer>;
    /**
     * Renders a stored picture as a PNG that fits into a box, for programs that do not read WebP, such as mail clients.
     * The PNG keeps the proportions of the picture. Without `background` the picture is not enlarged; with `background`, it
     * is padded to the size of the box. The PNG is not stored.
     * @returns null if there is no such picture
     */
    drawPng(
      address: string,
      box: { readonly width: number; readonly height: number; readonly background?: string },
    ): Promise<{ readonly png: Buffer; readonly width: number; readonly height: number } | null>;
    /**
     * Keeps pictures, however they were uploaded, until the plug-in releases them. Call it in the transaction that begins to
     * show them.
     * @returns those that were never uploaded or are gone; addresses of pictures that are no uploads are left alone
     */
    claim(tx: PluginTransaction<Tables>, addresses: readonly string[]): Promise<string[]>;
    /**
     * The plug-in no longer shows these addresses: the hourly clean-up deletes what nothing else shows.
     * @param findShown returns those of them that the plug-in still shows, read with `tx`. Transactions that claim one of them
     * at the same time have ended when it is called, or wait until this one ends. Default: none
     */
    release(
      tx: PluginTransaction<Tables>,
      addresses: readonly string[],
      findShown?: (addresses: readonly string[]) => Promise<readonly string[]>,
    ): Promise<void>;
  };
}
