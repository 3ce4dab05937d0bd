import { definePlugin, defineSubscriber } from '#plugin';
import { alertContract } from './contract.ts';
import { backInStock, confirmAlert, priceDrop } from './mails.ts';
import { deleteAlertsOf, deleteGuestAlerts } from './server/alerts.store.ts';
import { checkChangedProduct, SEND_ALERTS } from './server/check-products.ts';
import { cleanUp } from './server/clean-up.ts';
import { handlers } from './server/handlers.ts';
import { loadProducts } from './server/load-products.ts';
import { exportPersonalData } from './server/own-alerts.ts';
import { sendAlerts } from './server/send-alerts.ts';
import { settings } from './settings.ts';
import type { Services } from './tables.ts';

/** Customers and guests get a mail when a product is back in stock or costs less; the merchant sees who waits for what. */
export const stockAndPriceAlerts = () =>
  definePlugin({
    name: 'stock-and-price-alerts',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract: alertContract,
    handlers,
    migrations: './migrations',
    settings,
    mails: [confirmAlert, backInStock, priceDrop],
    jobs: [
      // On a schedule for alerts whose pause has ended.
      { name: SEND_ALERTS, cron: '*/10 * * * *', run: sendAlerts },
      { name: 'clean-up', cron: '23 3 * * *', run: cleanUp },
    ],
    subscribers: [
      defineSubscriber({
        name: 'check-products',
        on: ['stock.changed', 'product.changed'],
        handle: (event, services: Services) => checkChangedProduct(event, services),
      }),
      defineSubscriber({
        name: 'forget-customers',
        on: ['customer.deleted'],
        handle: ({ payload }, services: Services) => deleteAlertsOf(services.db, { userId: payload.customerId }),
      }),
    ],
    loadProducts,
    productPlaces: ['page'],
    exportPersonalData,
    deleteByEmail: deleteGuestAlerts,
    storefront: {
      slots: {
        'product.soldOut': './web/stock-alert.tsx',
        'product.belowBuyBox': './web/price-alert.tsx',
        'wishlist.line': './web/wishlist-alert.tsx',
      },
      pages: [
        { path: '/alerts/confirm', file: './web/confirm-page.tsx' },
        { path: '/alerts/stop', file: './web/stop-page.tsx' },
        { path: '/dashboard/alerts', file: './web/own-alerts-page.tsx' },
      ],
      accountMenu: [{ path: '/dashboard/alerts', label: 'Alerts' }],
    },
    admin: {
      menu: [{ path: '/admin/demand', label: 'Demand', icon: 'bell' }],
      pages: [{ path: '/admin/demand', file: './web/demand-page.tsx' }],
    },
  });
