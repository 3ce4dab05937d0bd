import { beforeEach, expect, test } from 'vitest';
import type { Change } from '#server/cluster/change-feed.ts';
import { CatalogueIndex } from '../catalogue-index.ts';
import { createDueUpdates, type DueUpdates } from './due-updates.ts';
import type { IndexSync } from './index-sync.ts';

/** An index that agrees with the database: it only records what is read. */
let compared: number;
let read: number[];
let due: DueUpdates;
beforeEach(async () => {
  compared = 0;
  read = [];
  const index = new CatalogueIndex();
  const sync: IndexSync = {
    index: () => index,
    isLoaded: () => true,
    readSnapshot: async () => undefined,
    writeSnapshot: async () => undefined,
    compare: async () => {
      compared += 1;
      return [];
    },
    compareNext: async () => [],
    read: async (ids) => void read.push(...ids),
    hasBacklog: () => false,
    readBacklog: async () => undefined,
    stop: () => undefined,
  };
  due = createDueUpdates(sync, 100);
  await applyAll();
  compared = 0;
});

async function applyAll(): Promise<void> {
  while (due.isAny()) await due.applyNext();
}

test.each<Change>([
  { kind: 'category_order' },
  { kind: 'plugin' },
  { kind: 'product_search' },
  { kind: 'search_rule' },
  { kind: 'search_synonym' },
  { kind: 'setting' },
])('nothing is compared after a change of which the index contains nothing: $kind', async (change) => {
  expect(due.note(change)).toBe(false);
  expect(due.isAny()).toBe(false);
});

test.each<Change>([
  { kind: 'category' },
  { kind: 'custom_field' },
  { kind: 'resync' },
  { kind: 'products', ids: 'all' },
])('the whole catalogue is compared after a change of kind $kind', async (change) => {
  expect(due.note(change)).toBe(true);
  await applyAll();
  expect(compared).toBe(1);
});

test('changed products are read, and nothing is compared', async () => {
  due.note({ kind: 'products', ids: [3, 5] });
  due.note({ kind: 'products', ids: [5, 7] });
  await applyAll();
  expect({ compared, read }).toEqual({ compared: 0, read: [3, 5, 7] });
});
