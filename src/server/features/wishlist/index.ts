export { wishlistHandlers } from './wishlist.routes.ts';
