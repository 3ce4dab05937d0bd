import { definePlugin } from '#plugin';
import { contentContract } from './contract.ts';
import { loadDemo } from './demo/load-demo.ts';
import { findRedirect, sitemapEntries } from './server/addresses.ts';
import { readFeed } from './server/feed.ts';
import { loadFrame } from './server/frame.ts';
import { handlers } from './server/handlers.ts';
import { releasePictures } from './server/pictures.store.ts';
import { sections } from './server/sections.ts';

/** Pages, a blog, redirects and the home page, composed by the merchant. Until then, the shop's own content is shown. */
export const content = () =>
  definePlugin({
    name: 'content',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract: contentContract,
    handlers,
    migrations: './migrations',
    jobs: [{ name: 'release-pictures', cron: '17 4 * * *', run: releasePictures }],
    sections,
    loadFrame,
    findRedirect,
    sitemapEntries,
    loadDemo,
    files: [{ path: '/blog/feed.xml', read: readFeed }],
    storefront: {
      homeContent: 'GET /content/home',
      slots: { home: './web/home.tsx' },
      pages: [
        { path: '/pages/:slug', file: './web/page.tsx', offline: true },
        // The list of posts, and one post.
        {
          path: '/blog/:slug?',
          file: './web/blog.tsx',
          offline: true,
          examples: ['/blog', '/blog/looking-after-an-iron-pan'],
        },
      ],
    },
    admin: {
      menu: [{ path: '/admin/content', label: 'Content', icon: 'layout-grid' }],
      pages: [{ path: '/admin/content/:area?/:id?', file: './web/admin-page.tsx' }],
    },
  });
