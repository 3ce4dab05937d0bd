import { definePlugin } from '#plugin';
import { collectionContract } from './contract.ts';
import { loadDemo } from './demo/load-demo.ts';
import { handlers } from './server/handlers.ts';
import { releaseOldUploads } from './server/pictures.ts';
import { collectionRow } from './server/row-section.ts';
import { sitemapEntries } from './server/sitemap-entries.ts';
import type { Services } from './tables.ts';

/** Collections of products, picked or found by a rule, with pages of their own. */
export const collections = () =>
  definePlugin({
    name: 'collections',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract: collectionContract,
    handlers,
    migrations: './migrations',
    storefront: {
      footerMenu: [{ path: '/collections', label: 'Collections' }],
      pages: [
        {
          path: '/collections/:slug?',
          file: './web/collections-page.tsx',
          offline: true,
          examples: ['/collections', '/collections/the-home-office'],
        },
      ],
    },
    admin: {
      menu: [{ path: '/admin/collections', label: 'Collections', icon: 'package' }],
      pages: [
        {
          path: '/admin/collections/:id?',
          file: './web/admin-page.tsx',
          examples: ['/admin/collections', '/admin/collections/2', '/admin/collections/3'],
        },
      ],
    },
    loadDemo,
    jobs: [{ name: 'release-uploads', cron: '53 3 * * *', run: releaseOldUploads }],
    sections: [collectionRow],
    async *sitemapEntries(services: Services) {
      yield* sitemapEntries(services);
    },
  });
