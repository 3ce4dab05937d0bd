import type { Data } from '#web/api/calls.ts';
import type { CartItem } from '#web/shared/cart/cart-item.ts';
import type { CardProduct } from '#web/shared/catalogue/card-product.ts';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import type { WishlistEntry } from '#web/shared/wishlist/wishlist-state.ts';

type PageProduct = Data<'GET /products/{id}'>['product'];
type Order = Data<'GET /orders/{id}'>;
type AdminOrder = Data<'GET /admin/orders/{id}'>;

/** What the product page tells its slots. */
export type SlotProduct = Pick<
  PageProduct,
  | 'id'
  | 'name'
  | 'slug'
  | 'brand'
  | 'price'
  | 'sale_price'
  | 'stock'
  | 'has_variants'
  | 'images'
  | 'average_rating'
  | 'review_count'
  | 'custom'
  | 'extensions'
>;

interface SlotVariant {
  readonly id: number;
  readonly name: string;
  readonly stock: number;
}

/** Carries the props of a slot as a type; at run time the table has only names. */
const props = <Props extends object>(): { readonly props?: Props } => ({});

/**
 * The named places for components of plug-ins, with the props that each gets. The checks at the start, the modules that pages
 * import (`slot-modules.d.ts`) and the list in `docs/plugin-surface.json` are derived from it.
 */
export const SLOTS = {
  /** A tab of the product page. */
  'product.tabs': props<{ product: SlotProduct }>(),
  /** Below the product's name and stars. */
  'product.heading': props<{ product: SlotProduct }>(),
  /** Below the options of a product with variants. */
  'product.options': props<{
    product: SlotProduct;
    /** With their values in order, such as `Size` with `S` and `M`. */
    options: readonly { readonly name: string; readonly values: readonly string[] }[];
    /** Names of its categories, from the first level down. */
    categories: readonly string[];
  }>(),
  /** Above the disabled buttons of a product, or of a chosen variant, that is sold out; on a phone in the bar at the lower edge. */
  'product.soldOut': props<{
    product: SlotProduct;
    /** The chosen variant; null until one is chosen and for products without variants. */
    variant: SlotVariant | null;
  }>(),
  /** Below the buttons of the product page. */
  'product.belowBuyBox': props<{
    product: SlotProduct;
    /** The chosen variant; null until one is chosen and for products without variants. */
    variant: SlotVariant | null;
  }>(),
  /** On the picture of a product card, on the home page and in lists. */
  'card.badge': props<{ product: CardProduct }>(),
  /** Below a line of the cart page. */
  'cart.line': props<{ item: CartItem }>(),
  /** Below the totals of the cart page. */
  'cart.summary': props<Record<never, never>>(),
  /** In the first step of the checkout, after address and shipping. */
  'checkout.step': props<{
    /** The costs, and what the shop offers; null until it is loaded. */
    quote: Data<'POST /checkout/quote'> | null;
    /** As typed so far. */
    address: AddressDraft;
  }>(),
  /** On a customer's order page, below the items. */
  'order.page': props<{ order: Order }>(),
  /** Below a line of a customer's order. */
  'order.line': props<{ order: Pick<Order, 'currency'>; line: Order['items'][number] }>(),
  /** On a product of the wishlist: in the place of its button while it is sold out, else below it. */
  'wishlist.line': props<{ product: WishlistEntry['product'] }>(),
  /** Above the last line of the footer, in its full width: `className="page"` gives a part the margins of the page. */
  footer: props<Record<never, never>>(),
  /** The whole home page, below its heading, while the endpoint `homeContent` of the plug-in answers something. */
  home: props<{ content: unknown }>(),
  /** Back office: in the details of an order, below the items. */
  'admin.order': props<{ order: AdminOrder }>(),
  /** Back office: below a line of an order. */
  'admin.orderLine': props<{ line: AdminOrder['items'][number] }>(),
  /** Back office: at the end of the product form, for a product that is saved. */
  'admin.product': props<{ product: { readonly id: number; readonly name: string } }>(),
  /** Back office: in the details of an account. */
  'admin.user': props<{ user: Data<'GET /admin/users/{id}'> }>(),
};

/** The props of each slot. */
export type SlotPropsByName = {
  [Name in keyof typeof SLOTS]: (typeof SLOTS)[Name] extends { readonly props?: infer Props extends object }
    ? Props
    : never;
};

export type SlotName = keyof SlotPropsByName;

/**
 * Props of a component in a slot.
 * @typeParam D what the plug-in's `loadProducts` returns for one product, in slots with a `product`
 */
export type SlotProps<Name extends SlotName, D = unknown> = SlotPropsByName[Name] & {
  /** Undefined where the plug-in has nothing to say about the product, and in slots without one. */
  readonly data: D | undefined;
};
