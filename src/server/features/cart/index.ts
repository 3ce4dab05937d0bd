export { addToCart } from './add-to-cart.ts';
export { cartHandlers } from './cart.routes.ts';
export { cartView } from './cart.view.ts';
export type { AdjustableCart, AdjustCart, CartAdjustment, LineOptionProvider, PriceAdjuster } from './cart-ports.ts';
export { type CartPorts, type CartPricing, createCartPricing, type LoadCartPricing } from './cart-pricing.ts';
export { createCartProductsReader } from './cart-products.store.ts';
export { cartPersonalData } from './personal-data-owner.store.ts';
export { type PricedCart, type PricedCartLine, readCart, readPlainCarts } from './read-cart.ts';
export { boughtFromCartWrites } from './take-bought-lines.store.ts';
