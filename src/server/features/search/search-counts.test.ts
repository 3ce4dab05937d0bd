import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { addSearchCounts } from './search-counts.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const DAY = new Date('2026-11-21T10:00:00Z');
const counted = (count: number, word: string, searches = 1) =>
  Array.from({ length: count }, (_, n) => ({ query: `${word} ${n}`, searches, withoutResults: 0, clicks: 0 }));
const readAll = () => database.db.selectFrom('search_count').select(['query', 'searches']).execute();

test('a day keeps a thousand queries, of the last ones those that were searched for most', async () => {
  await addSearchCounts(database.db, DAY, counted(700, 'lamp'));
  await addSearchCounts(database.db, DAY, [...counted(250, 'chair'), ...counted(250, 'table', 2)]);
  const kept = await readAll();
  expect(kept).toHaveLength(1_000);
  expect(kept.filter(({ query }) => query.startsWith('table'))).toHaveLength(250);
  expect(kept.filter(({ query }) => query.startsWith('chair'))).toHaveLength(50);

  await addSearchCounts(database.db, DAY, [...counted(1, 'lamp'), ...counted(1, 'sofa', 9)]);
  const full = await readAll();
  expect(full).toHaveLength(1_000);
  expect(full.find(({ query }) => query === 'lamp 0')?.searches).toBe(2);

  await addSearchCounts(database.db, new Date('2026-11-22T10:00:00Z'), counted(1, 'sofa'));
  expect(await readAll()).toHaveLength(1_001);
});
