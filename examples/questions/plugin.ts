import { definePlugin, dependsOn } from '#plugin';
import { contract } from './contract.ts';
import { handlers } from './handlers.ts';
import { questionAnswered } from './mails.ts';
import { countAnswered, countOpen, listProducts, listQuestionsOf } from './questions.store.ts';
import { askedProducts } from './section.ts';
import { settings } from './settings.ts';
import { forgetCustomers } from './subscribers.ts';
import type { Services } from './tables.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Customers ask about products; the merchant answers. The guide for plug-in authors quotes this code. */
export const questions = () =>
  definePlugin({
    name: 'questions',
    apiVersion: 1,
    folder: import.meta.dirname,
    contract,
    handlers,
    migrations: './migrations',
    settings,
    mails: [questionAnswered],
    subscribers: [forgetCustomers],
    sections: [askedProducts],
    jobs: [
      {
        name: 'remind',
        cron: '0 6 * * *',
        run: async (services: Services) => {
          const { remindDays } = await services.settings();
          const open = await countOpen(services.db, new Date(services.now().getTime() - remindDays * DAY_MS));
          if (open > 0) services.log.warn({ open }, 'Questions await an answer');
        },
      },
    ],
    loadProducts: async (services: Services, ids) => {
      dependsOn(...ids.map((id) => `product:${id}` as const)); // see Cached responses
      const counts = await countAnswered(services.db, ids);
      return new Map([...counts].map(([id, count]) => [id, { count }])); // `data` of the part
    },
    productPlaces: ['page'],
    exportPersonalData: async (services: Services, customerId) => ({
      questions: await listQuestionsOf(services.db, customerId),
    }),
    async *sitemapEntries(services: Services) {
      for (const id of await listProducts(services.db)) yield { path: `/questions/${id}`, updatedAt: services.now() };
    },
    findRedirect: async (_services, path) =>
      path.startsWith('/q/') ? { to: path.replace('/q/', '/questions/'), status: 301 } : null,
    files: [
      {
        path: '/questions/:file',
        read: async (services: Services, { file }) =>
          file === 'newest.json'
            ? { type: 'application/json', content: JSON.stringify(await listProducts(services.db)) }
            : null,
      },
    ],
    storefront: {
      slots: { 'product.heading': './web/question-count.tsx' },
      pages: [
        { path: '/questions', file: './web/asked-page.tsx', inSitemap: true },
        { path: '/questions/:productId', file: './web/questions-page.tsx', examples: ['/questions/1'] },
      ],
      footerMenu: [{ path: '/questions', label: 'Questions' }],
    },
    admin: {
      pages: [{ path: '/admin/questions', file: './web/admin-page.tsx' }],
      menu: [{ path: '/admin/questions', label: 'Questions', icon: 'mail' }],
    },
  });
