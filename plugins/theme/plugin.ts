import { definePlugin } from '#plugin';
import { themeContract } from './contract.ts';
import { loadBranding, readBranding } from './server/branding.ts';
import { cleanUp } from './server/files.store.ts';
import { handlers } from './server/handlers.ts';
import { currentStylesheet, loadLook, readThemeFile } from './server/look.ts';
import type { Services } from './tables.ts';

/** Colours, fonts, corners, logo and icon, chosen by the merchant. Until then, the shop has its own look. */
export const theme = () =>
  definePlugin({
    name: 'theme',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract: themeContract,
    handlers,
    migrations: './migrations',
    jobs: [
      {
        name: 'clean-up',
        cron: '37 4 * * *',
        run: async (services: Services) => {
          // Marks the logos of the published theme as in use.
          await readBranding(services);
          await cleanUp(services, await currentStylesheet(services));
        },
      },
    ],
    loadLook,
    loadBranding,
    files: [{ path: '/theme/:file', read: readThemeFile }],
    admin: {
      menu: [{ path: '/admin/theme', label: 'Theme', icon: 'sun' }],
      pages: [{ path: '/admin/theme', file: './web/theme-page.tsx' }],
    },
  });
