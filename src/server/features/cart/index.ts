export { addToCart } from './add-to-cart.ts';
export { cartHandlers } from './cart.routes.ts';
export { cartView } from './cart.view.ts';
export { type PricedCart, type PricedCartLine, readCart } from './read-cart.ts';
