import { definePlugin } from '#plugin';
import { sizeGuideContract } from './contract.ts';
import { handlers, loadProducts } from './server/size-guides.ts';
import { settings } from './settings.ts';

/** A table of measurements beside the sizes of a product, for each category that the merchant writes one for. */
export const sizeGuides = () =>
  definePlugin({
    name: 'size-guides',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract: sizeGuideContract,
    handlers,
    settings,
    loadProducts,
    productPlaces: ['page'],
    storefront: { slots: { 'product.options': './web/size-guide-link.tsx' } },
  });
