export { wishlistPersonalData } from './personal-data-owner.store.ts';
export { wishlistHandlers } from './wishlist.routes.ts';
