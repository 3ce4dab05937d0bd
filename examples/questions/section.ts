import { z } from 'zod';
import { defineSection, dependsOn, validUntil } from '#plugin';
import { listProducts } from './questions.store.ts';
import type { Services } from './tables.ts';

const DAY_MS = 24 * 60 * 60_000;

const settings = z.object({ count: z.int().min(1).max(6) });
export type SectionSettings = z.output<typeof settings>;

export const askedProducts = defineSection({
  name: 'row', // stored as `questions.row`: never change it
  label: 'Products that customers ask about',
  hint: 'Those that are new or on sale, the most asked about first.',
  settings,
  defaults: { count: 3 },
  load: async (services: Services, { count }) => {
    const now = services.now().getTime();
    dependsOn('plugin');
    validUntil(new Date(now + DAY_MS)); // products stop being new
    const { products } = await services.products.list({
      among: await listProducts(services.db), // without `sortBy`, in this order
      isInStock: true, // all of these properties
      rule: { match: 'any', filters: [{ isOnSale: true }, { createdSince: now - 30 * DAY_MS }] }, // and one of these
      offset: 0,
      limit: count,
    });
    return products.length > 0 ? { products } : null;
  },
  file: './web/asked-products.tsx',
  editor: './web/asked-products-editor.tsx',
});
