import { definePlugin } from '#plugin';

export const hello = () =>
  definePlugin({
    name: 'hello',
    apiVersion: 1,
    folder: import.meta.dirname,
    storefront: { slots: { 'product.belowBuyBox': './web/hello.tsx' } },
  });
