import { z } from 'zod';
import { defineSection, dependsOn, singleLine, validUntil } from '#plugin';
import type { RowData } from '../contract.ts';
import { ROW_LIMITS } from '../limits.ts';
import type { Services } from '../tables.ts';
import { listProducts, selectionsOf } from './collection-products.ts';
import { findCollection } from './collections.store.ts';
import { isVisible, nextChange } from './views.ts';

const settings = z.object({
  collection: z.int('Please choose a collection.').min(1, 'Please choose a collection.').max(2_147_483_647),
  /** Default: the collection’s name. */
  title: singleLine(0, ROW_LIMITS.title).default(''),
  count: z.int().min(ROW_LIMITS.products.min).max(ROW_LIMITS.products.max),
});
export type RowSettings = z.output<typeof settings>;

/** The first products of a collection, for pages that merchants compose. */
export const collectionRow = defineSection({
  name: 'row',
  label: 'Collection row',
  hint: 'Products of a collection, with a link to all of them.',
  settings,
  defaults: { title: '', count: 4 },
  load: async (services: Services, { collection: id, count }): Promise<RowData | null> => {
    dependsOn('plugin');
    const at = services.now();
    const row = await findCollection(services.db, id);
    if (row) validUntil(nextChange(row, at));
    const [selection] = row && isVisible(row, at) ? await selectionsOf(services, [row]) : [];
    if (!selection) return null;
    const { products, total } = await listProducts(services, selection, { offset: 0, limit: count });
    return total === 0 ? null : { slug: selection.slug, name: selection.name, total, products };
  },
  file: './web/row-section.tsx',
  editor: './web/row-editor.tsx',
});
