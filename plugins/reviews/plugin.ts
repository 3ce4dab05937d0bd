import { definePlugin, defineSubscriber } from '#plugin';
import { reviewContract } from './contract.ts';
import { loadDemo } from './demo/load-demo.ts';
import { reviewRequest } from './mails.ts';
import { handlers } from './server/handlers.ts';
import { loadProducts } from './server/load-products.ts';
import { exportPersonalData, forgetCustomer } from './server/personal-data.ts';
import { releasePictures } from './server/pictures.store.ts';
import { planRequest, sendRequests } from './server/review-requests.ts';
import { settings } from './settings.ts';
import type { Services } from './tables.ts';

/** Customers review what they bought; the merchant approves and replies. Off until the merchant switches it on. */
export const reviews = () =>
  definePlugin({
    name: 'reviews',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract: reviewContract,
    handlers,
    migrations: './migrations',
    settings,
    mails: [reviewRequest],
    jobs: [
      { name: 'send-requests', cron: '17 * * * *', run: sendRequests },
      { name: 'release-uploads', cron: '47 3 * * *', run: releasePictures },
    ],
    subscribers: [
      defineSubscriber({
        name: 'plan-requests',
        on: ['order.delivered'],
        handle: ({ payload, createdAt }, services: Services) => planRequest(services, payload.orderId, createdAt),
      }),
      defineSubscriber({
        name: 'forget-customers',
        on: ['customer.deleted'],
        handle: ({ payload }, services: Services) => forgetCustomer(services, payload.customerId),
      }),
    ],
    loadProducts,
    productPlaces: ['page'],
    exportPersonalData,
    loadDemo,
    storefront: {
      slots: {
        'product.tabs': { id: 'reviews', label: 'Reviews', file: './web/reviews-tab.tsx', onlyWithData: true },
      },
      pages: [{ path: '/reviews/write', file: './web/write-reviews-page.tsx' }],
    },
    admin: {
      menu: [{ path: '/admin/reviews', label: 'Reviews', icon: 'star' }],
      pages: [{ path: '/admin/reviews', file: './web/admin-reviews-page.tsx' }],
    },
  });
