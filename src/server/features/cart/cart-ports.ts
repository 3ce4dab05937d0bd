import type { LineOption } from '#domain/cart/line-options.ts';
import type { CustomValues } from '#domain/catalogue/custom-values.ts';
import type { Cents } from '#domain/money/money.ts';

/** Declares options that lines of the cart can carry, such as gift wrap. */
export interface LineOptionProvider {
  /** The plug-in's name. Its options are stored as `<plugin>:<key>`. */
  readonly name: string;
  /**
   * Called outside transactions for each request that prices a cart, so prices may come from settings. If it fails, the
   * cart is shown without these options and cannot be bought.
   */
  load(): readonly LineOption[] | Promise<readonly LineOption[]>;
}

/** A cart before coupon, tax and shipping; amounts in cents. */
export interface AdjustableCart {
  readonly customerId: number;
  readonly lines: readonly {
    readonly productId: number;
    readonly variantId: number | null;
    readonly sku: string;
    readonly quantity: number;
    /** Per unit, without options. */
    readonly unitPrice: Cents;
    /** For all units, with options. */
    readonly total: Cents;
    /** Values of the product's custom fields by key, as stored: read them with `readProductFields`. */
    readonly custom: CustomValues;
    /** Values of the chosen options that are offered, by `<plugin>:<key>`; `yes` for a flag. */
    readonly options: Readonly<Record<string, string>>;
  }[];
  /** Of the lines' totals. */
  readonly subtotal: Cents;
  /** ISO 4217, lower case. */
  readonly currency: string;
}

/** A surcharge, or a discount when negative. */
export interface CartAdjustment {
  /** Lower case letters, digits and hyphens, unique within the plug-in and its line or cart. */
  readonly key: string;
  /** Label for shoppers. Frozen into the order. */
  readonly label: string;
  /** Cents. A discount is limited to the rest of the line or cart. */
  readonly amount: Cents;
  /** Index in `lines`; omitted: the whole cart. */
  readonly line?: number;
}

/** Adds named amounts to a cart or its lines, such as a small-order fee or a quantity discount. */
export interface PriceAdjuster {
  /** The plug-in's name. */
  readonly name: string;
  /**
   * Called outside transactions for each request that prices a cart, so rules may come from settings.
   * @returns a pure function: the same cart always gets the same amounts. It may run in a transaction.
   */
  load(): AdjustCart | Promise<AdjustCart>;
}

export type AdjustCart = (cart: AdjustableCart) => readonly CartAdjustment[];

export const LOAD_LIMIT_MS = 2_000;
